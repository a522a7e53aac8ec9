#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/data_folder.h"
#include "base/result.h"
#include "base/telemetry/log.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "http/tls/certificate.h"

namespace prichal::ops {

/// Files of the certificate and its private key: reads them and detects changes. Main thread.
class TlsFiles {
 public:
  TlsFiles(std::string certificate, std::string key)
      : certificate_(std::move(certificate)), key_(std::move(key)) {}

  /// Reads both files. The error is all problems, one line each with configuration key, file,
  /// reason and fix.
  [[nodiscard]] Result<std::shared_ptr<const http::tls::Certificate>, std::vector<std::string>>
  Read();

  /// Returns true once after a file has changed since Read() and both files were the same in the
  /// previous call. So a half-written pair is not read. Call it periodically.
  [[nodiscard]] bool HaveChanged();

 private:
  /// Certificate and key. Symbolic links are followed, so a changed target is another version.
  using Versions = std::pair<std::optional<FileIdentity>, std::optional<FileIdentity>>;
  [[nodiscard]] Versions Now() const { return {Identify(certificate_), Identify(key_)}; }

  const std::string certificate_;
  const std::string key_;
  Versions read_;  ///< state at the last Read()
  Versions seen_;  ///< state at the last HaveChanged()
};

/// Statistics of the certificate for metrics.
struct TlsStats {
  /// Expiry of the current certificate in seconds since 1970; 0 without TLS.
  std::int64_t not_after = 0;
  std::uint64_t reloads = 0;  ///< successful reloads
  std::uint64_t reload_failures = 0;
  std::uint64_t ticket_rotations = 0;
};

/// Manages TLS of the public site: loads the certificate, reloads it when its files change, and
/// rotates the session ticket keys. Lives on the main thread; Stats() can be called from any
/// thread.
class TlsSite {
 public:
  /// Interval of checks for changed files.
  static constexpr Millis kLookEvery{1'000};

  /// `server` and `log` must outlive the object.
  TlsSite(const config::Settings::Server& settings, http::Server& server, telemetry::Log& log);

  /// Loads the certificate for new connections. The error is all problems, one line each.
  Result<void, std::vector<std::string>> Open();
  /// Reloads the certificate for new connections. On failure the current one stays in use; the
  /// error is one line.
  Result<void, std::string> Reload();
  /// Reloads changed files and rotates the ticket key if due. Call it periodically; `now` is steady
  /// time. Errors are logged.
  void RunDueTasks(Millis now);

  /// Returns the statistics. Any thread.
  [[nodiscard]] TlsStats Stats() const;

 private:
  TlsFiles files_;
  http::Server& server_;
  telemetry::Log& log_;
  const Millis rotation_;
  const bool http2_;
  Millis next_rotation_{0};  ///< steady time
  std::atomic<std::int64_t> not_after_ = 0;
  std::atomic<std::uint64_t> reloads_ = 0;
  std::atomic<std::uint64_t> reload_failures_ = 0;
  std::atomic<std::uint64_t> ticket_rotations_ = 0;
};

}  // namespace prichal::ops
