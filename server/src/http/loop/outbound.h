#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/clock.h"
#include "http/loop/timer_wheel.h"

namespace prichal::net {

/// Is told when its Watch is ready. May destroy the Watch meanwhile.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  virtual void OnReadable() = 0;
  virtual void OnWritable() = 0;
};

/// Owns a descriptor that a loop watches for somebody, and closes it. Each wait is for one report.
class Watch {
 public:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  virtual ~Watch() = default;

  [[nodiscard]] virtual int fd() const = 0;
  /// There is something to read, or the peer has ended or failed.
  virtual void AwaitReadable() = 0;
  /// Something may be written; of a socket that connects: it has connected, or has failed.
  virtual void AwaitWritable() = 0;
  /// As recv(2).
  [[nodiscard]] virtual std::ptrdiff_t Receive(std::span<char> into) = 0;
};

/// Is told when a turn of the loop ends.
class TurnEnd {
 public:
  TurnEnd() = default;
  TurnEnd(const TurnEnd&) = delete;
  TurnEnd& operator=(const TurnEnd&) = delete;
  virtual ~TurnEnd() = default;

  virtual void OnTurnEnd() = 0;
};

/// What a loop lends to a client of another server that lives on it: descriptors that are watched,
/// deadlines, and the end of a turn, when what has come together is written at once. Belongs to the
/// loop's own thread, or to any before the loop runs. What was made here is destroyed before the
/// loop.
class Outbound {
 public:
  Outbound() = default;
  Outbound(const Outbound&) = delete;
  Outbound& operator=(const Outbound&) = delete;
  virtual ~Outbound() = default;

  /// As Loop::now().
  [[nodiscard]] virtual Time now() const = 0;

  /// Owns `fd`, which does not block, from now on. Null when the kernel will not watch it; it is
  /// closed then.
  [[nodiscard]] virtual std::unique_ptr<Watch> WatchFor(Watcher& watcher, int fd) = 0;

  /// As TimerWheel::Schedule(); `due` is of Time::steady.
  virtual void Schedule(Timer& timer, Millis due) = 0;
  virtual void Cancel(Timer& timer) = 0;

  /// Once, at the end of this turn. Asked for while a turn ends: of the next turn, which begins at
  /// once.
  virtual void AtTurnEnd(TurnEnd& hook) = 0;
  /// Before the hook is destroyed.
  virtual void ForgetTurnEnd(TurnEnd& hook) = 0;
};

}  // namespace prichal::net
