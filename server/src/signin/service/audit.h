#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/telemetry/log.h"
#include "signin/service/auth_events.h"

namespace prichal::signin {

/// A rate limit for the audit lines about refusals. Attackers can cause any number of refusals, so
/// one limit covers all of them. Refusals above it, and those of the rate limits, are only counted.
/// Any thread; holds a lock for a short time.
class RefusalBudget {
 public:
  static constexpr std::size_t kLinesAMinute = 120;

  /// Returns whether this refusal gets a line; otherwise counts it. `now`: Unix time in
  /// milliseconds.
  [[nodiscard]] bool Take(std::string_view code, Millis now);
  /// Returns the number of refusals without a line, by code. Empty if none, or if the last summary
  /// is less than a minute old and `whenever` is false.
  [[nodiscard]] std::map<std::string, std::uint64_t> TakeSummary(Millis now, bool whenever = false);

 private:
  std::mutex mutex_;
  Millis minute_began_{0};
  std::size_t lines_ = 0;
  Millis summed_{0};
  std::map<std::string, std::uint64_t> unwritten_;
};

/// The audit log (auth.audit_file): sign-ins, ended sessions with their reasons, and refusals. One
/// JSON object per line. Never blocks a loop: if the queue is full, lines are dropped and counted,
/// and one line reports that. One for all loops.
class AuthAudit final : public AuthEventListener {
 public:
  /// Opens the file. `log` gets a line if the file cannot be written; it must outlive the audit
  /// log. The error is one line that names the key, the reason and the fix.
  static Result<std::unique_ptr<AuthAudit>, std::string> Open(const std::string& path,
                                                              telemetry::Log& log);
  /// Checks whether Open() would succeed. Creates nothing.
  static Result<void, std::string> Check(const std::string& path);
  AuthAudit(const AuthAudit&) = delete;
  AuthAudit& operator=(const AuthAudit&) = delete;
  /// Writes pending lines.
  ~AuthAudit() override;

  void OnEvent(const AuthEvent& event) override;
  void OnRefused(std::string_view code, const IpAddress& client, Millis now) override;

  /// Sets whether lines have the client's address (log.addresses). Any thread.
  void NameClients(bool whether) { names_clients_.store(whether, std::memory_order_relaxed); }
  /// Opens the file again after a log rotation moved it. Fails like Open(). Any thread.
  Result<void, std::string> Reopen();

  /// Returns the number of lines that were dropped or could not be written. Any thread.
  [[nodiscard]] std::uint64_t lost() const { return lines_->dropped() + file_->lost(); }

 private:
  AuthAudit(std::string path, std::unique_ptr<telemetry::LineFile> file);

  void WriteSummary(Millis now, bool whenever);

  const std::string path_;
  const std::unique_ptr<telemetry::LineFile> file_;
  const std::unique_ptr<telemetry::Log> lines_;
  std::atomic<bool> names_clients_{false};
  RefusalBudget refusals_;
};

}  // namespace prichal::signin
