#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "app/tls_files.h"
#include "base/clock.h"
#include "base/result.h"
#include "config/settings.h"
#include "net/server.h"
#include "telemetry/log.h"

namespace prichal::app {

/// What operators see of the certificate.
struct TlsStats {
  std::int64_t not_after = 0;  ///< of the one that is shown, seconds since 1970; 0: no TLS
  std::uint64_t reloads = 0;   ///< that were taken
  std::uint64_t reload_failures = 0;
  std::uint64_t ticket_rotations = 0;
};

/// TLS of the site: its certificate and its ticket keys, from the start on and whenever they are
/// others. Lives on the main thread; Stats() from any.
class TlsSite {
 public:
  /// How often the files are looked at.
  static constexpr Millis kLookEvery{1'000};

  /// `server` and `log` must outlive it.
  TlsSite(const config::Settings::Server& settings, net::Server& server, telemetry::Log& log);

  /// The pair of the start. The error is one line.
  Result<void, std::string> Open();
  /// The pair as it is now, for new connections. The error is one line, and the old one goes on.
  Result<void, std::string> Reload();
  /// Looks whether the files have changed and whether it is time for another ticket key. What is
  /// wrong the log says.
  void RunDueTasks(Millis now);

  [[nodiscard]] TlsStats Stats() const;

 private:
  Result<void, std::string> Use();

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
