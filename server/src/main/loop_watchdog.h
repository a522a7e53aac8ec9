#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/telemetry/log.h"
#include "http/server/server.h"
#include "main/systemd.h"

namespace prichal::main {

/// Detects stuck event loops of a server: posts a task to each loop and reports the loops that have
/// not run it. Not thread-safe.
class LoopPulse {
 public:
  /// `server` must be running and must outlive the object.
  explicit LoopPulse(http::Server& server);

  /// Returns true if every loop, including the admin site's, has run its task since this last
  /// returned true. Then posts new tasks.
  [[nodiscard]] bool Turned();
  /// Names of the loops that have not run their task: "loop-0, admin".
  [[nodiscard]] std::string Late() const;

 private:
  void Ping();

  struct Seen {
    explicit Seen(std::size_t loops) : turned(loops) {}
    std::vector<std::atomic<bool>> turned;  ///< by loop; the last is the admin site's
  };

  http::Server& server_;
  std::shared_ptr<Seen> seen_;  ///< shared, because a task can run after this object is destroyed
};

/// Feeds the service manager's watchdog from its own thread while every event loop responds. If a
/// loop is stuck, logs it and stops feeding; the service manager then restarts the process.
class LoopWatchdog {
 public:
  /// `interval`: the watchdog timeout of the service manager. All references must outlive the
  /// object.
  LoopWatchdog(http::Server& server, const Notifier& notifier, std::chrono::microseconds interval,
               telemetry::Log& log);
  LoopWatchdog(const LoopWatchdog&) = delete;
  LoopWatchdog& operator=(const LoopWatchdog&) = delete;
  ~LoopWatchdog();

  /// Stops checking the loops during shutdown, but continues to feed the watchdog.
  void LoopsHaveEnded();

 private:
  void Watch();
  void Beat();

  const Notifier& notifier_;
  const std::chrono::microseconds beat_;
  telemetry::Log& log_;
  LoopPulse pulse_;
  int missed_ = 0;  ///< consecutive checks in which a loop had not responded

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;   ///< the loops have stopped
  bool ending_ = false;  ///< the thread must stop
  std::thread thread_;
};

}  // namespace prichal::main
