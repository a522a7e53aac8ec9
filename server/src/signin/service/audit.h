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

namespace prichal::app {

/// Limits the lines about refusals. Attackers choose how often they are refused, so the limit is on
/// all refusals together; further ones are only counted, as are those of the rate limits. Any
/// thread; a short lock, only for refusals.
class RefusalBudget {
 public:
  static constexpr std::size_t kLinesAMinute = 120;

  /// True if this refusal gets a line. `now` is a time in milliseconds that does not go back far.
  [[nodiscard]] bool Take(std::string_view code, Millis now);
  /// Returns the refusals without a line by code, if a minute has passed since the last answer that
  /// had any, or if `whenever`.
  [[nodiscard]] std::map<std::string, std::uint64_t> TakeSummary(Millis now, bool whenever = false);

 private:
  std::mutex mutex_;
  Millis minute_began_{0};
  std::size_t lines_ = 0;
  Millis summed_{0};
  std::map<std::string, std::uint64_t, std::less<>> unwritten_;
};

/// Writes the file of auth.audit_file: sign-ins, ended sessions and their reasons, and refusals.
/// One JSON object per line, as in the log. A loop never waits for the disk: if there is no room,
/// lines are dropped and counted, and one line says so.
class AuthAudit final : public AuthEventListener {
 public:
  /// Opens the file. `log` gets a line if the file cannot be written and must outlive this. The
  /// error is one line that names the key, the reason and the fix.
  static Result<std::unique_ptr<AuthAudit>, std::string> Open(const std::string& path,
                                                              telemetry::Log& log);
  AuthAudit(const AuthAudit&) = delete;
  AuthAudit& operator=(const AuthAudit&) = delete;
  /// Writes pending lines.
  ~AuthAudit() override;

  void OnEvent(const AuthEvent& event) override;
  void OnRefused(std::string_view code, const IpAddress& client, Millis now) override;

  /// Whether lines have the client's address (log.addresses). Any thread.
  void NameClients(bool whether) { names_clients_.store(whether, std::memory_order_relaxed); }
  /// Opens the file again after it was moved away. Fails like Open(). Any thread.
  Result<void, std::string> Reopen();

  /// The number of lines that were dropped or could not be written. Any thread.
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

}  // namespace prichal::app
