// epoll for the sockets of `bridge-load`.
#pragma once

#include <sys/epoll.h>

#include <cstdint>
#include <span>
#include <vector>

#include "bench/clock.h"

namespace prichal::bench {

/// Longest wait in Poller::Turn(), in nanoseconds.
inline constexpr std::int64_t kLongestTurn = 100 * kMillisecond;

/// Owner of a descriptor that a Poller calls. Must outlive the turn in which it is called.
class Watched {
 public:
  Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  virtual ~Watched() = default;

  /// Called when the descriptor becomes readable or writable (edge-triggered): read and write until
  /// it would block. May be called spuriously.
  virtual void OnReady(bool readable, bool writable) = 0;
};

/// Waits for all sockets of the thread (edge-triggered epoll), and owns the buffer into which all
/// of them read.
class Poller {
 public:
  Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;
  ~Poller();

  /// Starts watching. The poller must outlive the descriptor's registration.
  void Watch(int fd, Watched& watched) const;
  /// Stops watching. Must be called before the descriptor is closed: between fork() and exec() a
  /// child process holds a copy of the socket, and epoll reports its events until all copies are
  /// closed.
  void Unwatch(int fd) const;
  /// Waits until a descriptor is ready, at most until `until` (NowNs()), and calls its owner.
  void Turn(std::int64_t until);

  [[nodiscard]] std::span<char> scratch() { return scratch_; }

 private:
  const int fd_;
  std::vector<epoll_event> events_;
  std::vector<char> scratch_;
};

}  // namespace prichal::bench
