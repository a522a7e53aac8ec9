#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "ops/tls/tls_files.h"
#include "base/clock.h"
#include "base/result.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "base/telemetry/log.h"

namespace prichal::app {

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
  TlsSite(const config::Settings::Server& settings, net::Server& server, telemetry::Log& log);

  /// Loads the certificate at start-up. The error is one line.
  Result<void, std::string> Open();
  /// Reloads the certificate for new connections. On failure the current one stays in use; the
  /// error is one line.
  Result<void, std::string> Reload();
  /// Reloads changed files and rotates the ticket key if due. Call it periodically; `now` is steady
  /// time. Errors are logged.
  void RunDueTasks(Millis now);

  [[nodiscard]] TlsStats Stats() const;

 private:
  Result<void, std::string> ApplyCertificate();

  TlsFiles files_;
  net::Server& server_;
  telemetry::Log& log_;
  const Millis rotation_;
  const bool http2_;
  Millis next_rotation_{0};  ///< steady time
  std::atomic<std::int64_t> not_after_ = 0;
  std::atomic<std::uint64_t> reloads_ = 0;
  std::atomic<std::uint64_t> reload_failures_ = 0;
  std::atomic<std::uint64_t> ticket_rotations_ = 0;
};

}  // namespace prichal::app
