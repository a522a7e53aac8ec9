#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "app/auth/auth_events.h"
#include "base/result.h"
#include "telemetry/line_file.h"
#include "telemetry/log.h"

namespace prichal::app {

/// How many refusals have lines of their own. Strangers choose how often they are refused, so the
/// bound is on all of them together; those beyond it are only counted, and so are those of the
/// limits by address. Any thread; a lock for a few instructions, for refusals alone.
class RefusalBudget {
 public:
  static constexpr std::size_t kLinesAMinute = 120;

  /// True: this one has a line of its own. `now`: any time in milliseconds that does not go back
  /// far.
  [[nodiscard]] bool Take(std::string_view code, Millis now);
  /// By code, those without one, if a minute has passed since the last answer that had any; or
  /// `whenever`.
  [[nodiscard]] std::map<std::string, std::uint64_t> TakeSummary(Millis now, bool whenever = false);

 private:
  std::mutex mutex_;
  Millis minute_began_{0};
  std::size_t lines_ = 0;
  Millis summed_{0};
  std::map<std::string, std::uint64_t, std::less<>> unwritten_;
};

/// The file of auth.audit_file: who has signed in, from where, what has ended and why, and what was
/// refused. One JSON object a line, as the log writes them. A loop never waits for the disk: lines
/// that there is no room for give way, are counted, and a line says so.
class AuthAudit final : public AuthEventListener {
 public:
  /// `log`: is told when the file cannot be written; must outlive this. The error is one line that
  /// names the key, the reason and the way out.
  static Result<std::unique_ptr<AuthAudit>, std::string> Open(const std::string& path,
                                                              telemetry::Log& log);
  AuthAudit(const AuthAudit&) = delete;
  AuthAudit& operator=(const AuthAudit&) = delete;
  /// Writes what waits.
  ~AuthAudit() override;

  void OnEvent(const AuthEvent& event) override;
  void OnRefused(std::string_view code, const IpAddress& client, Millis now) override;

  /// Whether lines name the client's address (log.addresses). Any thread.
  void NameClients(bool whether) { names_clients_.store(whether, std::memory_order_relaxed); }
  /// After the file was moved away. The error is as that of Open(). Any thread.
  Result<void, std::string> Reopen();

  /// Lines that gave way, or could not be written. Any thread.
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
