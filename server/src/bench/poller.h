#pragma once

#include <sys/epoll.h>

#include <cstdint>
#include <span>
#include <vector>

#include "bench/clock.h"

namespace prichal::bench {

/// Longest wait in Poller::Turn(), in nanoseconds.
inline constexpr std::int64_t kLongestTurn = 100 * kMillisecond;

/// Something with a descriptor that a Poller watches. Lives longer than the turn it is called in.
class Watched {
 public:
  Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  virtual ~Watched() = default;

  /// `readable` and `writable` since the last call (edges): use them up. May come once too often.
  virtual void OnReady(bool readable, bool writable) = 0;
};

/// The one thread's wait for all of its sockets (epoll, edges), and the buffer that all read into.
class Poller {
 public:
  Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;
  ~Poller();

  void Watch(int fd, Watched& watched) const;
  /// Stops watching. Must be called before the descriptor is closed: between fork() and exec() a
  /// child process holds a copy of the socket, and epoll reports its events until all copies are
  /// closed.
  void Unwatch(int fd) const;
  /// One round: waits until something is ready, at most until `until` (NowNs()), and calls it.
  void Turn(std::int64_t until);

  [[nodiscard]] std::span<char> scratch() { return scratch_; }

 private:
  const int fd_;
  std::vector<epoll_event> events_;
  std::vector<char> scratch_;
};

}  // namespace prichal::bench
