#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/interface.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "http/loop/reactor.h"
#include "http/loop/timer_wheel.h"

namespace prichal::http {

/// Receives the readiness of a Watch. Can destroy the Watch during a call.
class Watcher : public Interface {
 public:
  virtual void OnReadable() = 0;
  virtual void OnWritable() = 0;
};

/// Owns a descriptor that a loop watches, and closes it. Each Await call requests one report.
class Watch : public Interface {
 public:
  [[nodiscard]] virtual int fd() const = 0;
  /// Requests a report when bytes can be read, or when the peer has closed or failed.
  virtual void AwaitReadable() = 0;
  /// Requests a report when bytes can be written, or when a connect has succeeded or failed.
  virtual void AwaitWritable() = 0;
  /// Like recv(2).
  [[nodiscard]] virtual std::ptrdiff_t Receive(std::span<char> into) = 0;
};

/// Receives a call at the end of a turn of the loop.
class TurnEnd : public Interface {
 public:
  virtual void OnTurnEnd() = 0;
};

/// Services of a loop for clients of other servers: watched descriptors, deadlines, and the end of
/// a turn, at which collected output is written at once. The loop's thread, or any thread before
/// the loop runs. Everything made here must be destroyed before the loop.
class Outbound : public Interface {
 public:
  /// Same as Loop::now().
  [[nodiscard]] virtual Time now() const = 0;

  /// Takes ownership of `fd`, which must be non-blocking. Returns null and closes `fd` if the
  /// kernel cannot watch it.
  [[nodiscard]] virtual std::unique_ptr<Watch> WatchFor(Watcher& watcher, int fd) = 0;

  /// Like TimerWheel::Schedule(). `due`: steady time.
  virtual void Schedule(Timer& timer, Millis due) = 0;
  virtual void Cancel(Timer& timer) = 0;

  /// Calls the hook once, at the end of this turn. If requested at the end of a turn, calls it at
  /// the end of the next turn, which begins at once.
  virtual void AtTurnEnd(TurnEnd& hook) = 0;
  /// Call it before the hook is destroyed.
  virtual void ForgetTurnEnd(TurnEnd& hook) = 0;
};

/// Outbound for an EventLoop, which passes it the reports of its reactor.
class OutboundLoop final : public Outbound {
 public:
  /// Bit in the slots of tokens that are reported to OnReady().
  static constexpr std::uint32_t kSlotBit = 1U << 31U;

  /// The arguments must outlive it.
  OutboundLoop(Reactor& reactor, TimerWheel& wheel, const Time& now)
      : reactor_(reactor), wheel_(wheel), now_(now) {}

  [[nodiscard]] Time now() const override { return now_; }
  [[nodiscard]] std::unique_ptr<Watch> WatchFor(Watcher& watcher, int fd) override;
  void Schedule(Timer& timer, Millis due) override { wheel_.Schedule(timer, due); }
  void Cancel(Timer& timer) override { wheel_.Cancel(timer); }
  void AtTurnEnd(TurnEnd& hook) override { hooks_.push_back(&hook); }
  void ForgetTurnEnd(TurnEnd& hook) override;

  void OnReady(Token token, Readiness readiness);
  /// Calls the hooks of this turn.
  void OnTurnEnd();
  /// True if hooks have been added since OnTurnEnd().
  [[nodiscard]] bool has_hooks() const { return !hooks_.empty(); }

 private:
  class Entry;
  struct Place {
    Watcher* watcher = nullptr;
    std::uint32_t generation = 0;  ///< increases when a watch is removed
  };

  Reactor& reactor_;
  TimerWheel& wheel_;
  const Time& now_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> free_;
  std::vector<TurnEnd*> hooks_;
  std::vector<TurnEnd*> calling_;  ///< hooks of the ending turn; null if removed
};

/// Numeric address of another server.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

/// Starts a TCP connection to `address`. The non-blocking descriptor becomes writable when the
/// connect is over; ConnectionError() then returns the result. The error is errno.
[[nodiscard]] Result<int, int> Dial(const SocketAddress& address);

/// Result of Dial() after the descriptor is writable: 0 if connected, otherwise errno.
[[nodiscard]] int ConnectionError(int fd);

/// Resolves host names, one at a time. Numeric addresses are returned at once. Names are resolved
/// with getaddrinfo(3), which can block for long, on a thread of their own. The resolver can be
/// destroyed or start the next request meanwhile.
class Resolver final : public Watcher {
 public:
  /// At least one address, or the reason of the failure.
  using Answer = Result<std::vector<SocketAddress>, std::string>;
  /// Called on the loop, for numeric addresses within Resolve().
  using Done = UniqueFunction<void(Answer)>;

  explicit Resolver(Outbound& loop) : loop_(loop) {}

  /// Starts a request and cancels the previous one.
  void Resolve(const std::string& host, std::uint16_t port, Done done);
  void Cancel();

 private:
  /// State shared by the thread and the loop; the last of them destroys it.
  struct Question;

  void OnReadable() override;
  void OnWritable() override {}

  Outbound& loop_;
  Done done_;
  std::shared_ptr<Question> question_;
  std::unique_ptr<Watch> answered_;
};

}  // namespace prichal::http
