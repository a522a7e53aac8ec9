#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "net/server.h"
#include "systemd/notifier.h"
#include "telemetry/log.h"

namespace prichal::app {

/// Whether all loops of a server turn: each is given a task, and those that have not run it stand
/// still. One thread asks.
class LoopPulse {
 public:
  /// `server` must run, and outlive this.
  explicit LoopPulse(net::Server& server);

  /// Whether every loop, the admin site's too, has turned since this last said so. If so, all of
  /// them are asked again.
  [[nodiscard]] bool Turned();
  /// Those that have not, "loop-0, admin".
  [[nodiscard]] std::string Late() const;

 private:
  void Ask();

  struct Seen {
    explicit Seen(std::size_t loops) : turned(loops) {}
    std::vector<std::atomic<bool>> turned;  ///< by loop; the admin site's is the last
  };

  net::Server& server_;
  std::shared_ptr<Seen> seen_;  ///< a task may run when this is gone
};

/// Feeds the service manager's watchdog as long as every loop turns, from a thread of its own: one
/// that stands still is told in the log, and the manager, who is told nothing any more, starts the
/// process anew.
class LoopWatchdog {
 public:
  /// `interval`: in which the manager wants to be told once. All must outlive this.
  LoopWatchdog(net::Server& server, const systemd::Notifier& notifier,
               std::chrono::microseconds interval, telemetry::Log& log);
  LoopWatchdog(const LoopWatchdog&) = delete;
  LoopWatchdog& operator=(const LoopWatchdog&) = delete;
  ~LoopWatchdog();

  /// The loops have ended, as they should: what is left to do is not their work.
  void LoopsHaveEnded();

 private:
  void Watch();
  void Beat();

  const systemd::Notifier& notifier_;
  const std::chrono::microseconds beat_;
  telemetry::Log& log_;
  LoopPulse pulse_;
  int missed_ = 0;  ///< beats in a row in which a loop had not turned

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;   ///< the loops have
  bool ending_ = false;  ///< the thread is to
  std::thread thread_;
};

}  // namespace prichal::app
