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
#include "base/result.h"
#include "base/unique_function.h"
#include "http/loop/reactor.h"
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

/// Outbound, of an EventLoop, which tells it what its reactor reports.
class OutboundLoop final : public Outbound {
 public:
  /// Tokens with this bit in their slot are reported here.
  static constexpr std::uint32_t kSlotBit = 1U << 31U;

  /// All of them must outlive it.
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
  /// Some have been asked for since.
  [[nodiscard]] bool has_hooks() const { return !hooks_.empty(); }

 private:
  class Entry;
  struct Place {
    Watcher* watcher = nullptr;
    std::uint32_t generation = 0;  ///< grows when a watch leaves
  };

  Reactor& reactor_;
  TimerWheel& wheel_;
  const Time& now_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> free_;
  std::vector<TurnEnd*> hooks_;
  std::vector<TurnEnd*> calling_;  ///< those of the turn that ends; null: forgotten meanwhile
};

/// The numeric address of a server of others.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

/// Begins to connect to `address` by TCP. The descriptor, which does not block, is writable when
/// that is over; ConnectionError() then says how. Fails with errno.
[[nodiscard]] Result<int, int> Dial(const SocketAddress& address);

/// Of a socket that was dialled and has become writable: 0 when it has connected, otherwise errno.
[[nodiscard]] int ConnectionError(int fd);

/// Finds the addresses of a host, one question at a time. A numeric address is its own answer; a
/// name is asked for on a thread that lives as long as the question (getaddrinfo(3) blocks for as
/// long as name servers please), and whose answer nobody has to wait for: the resolver may be
/// destroyed, or ask for something else, meanwhile.
class Resolver final : public Watcher {
 public:
  /// At least one address, or the reason.
  using Answer = Result<std::vector<SocketAddress>, std::string>;
  /// Called on the loop; within the call of Resolve() where the answer is known.
  using Done = UniqueFunction<void(Answer)>;

  explicit Resolver(Outbound& loop) : loop_(loop) {}

  /// In place of what was asked for before, which is not answered any more.
  void Resolve(const std::string& host, std::uint16_t port, Done done);
  void Cancel();

 private:
  /// What the thread and the loop share; the last of them destroys it.
  struct Question;

  void OnReadable() override;
  void OnWritable() override {}

  Outbound& loop_;
  Done done_;
  std::shared_ptr<Question> question_;
  std::unique_ptr<Watch> answered_;
};

}  // namespace prichal::net
