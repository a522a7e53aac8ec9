#pragma once

#include <sys/epoll.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/interface.h"

namespace prichal::http {

/// Identifies a descriptor in reports of readiness. The receiver looks it up, because the owner may
/// have ended.
struct Token {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

enum class Readiness { kReadable, kWritable };

/// Receives the reports of a reactor. All calls come from Reactor::Run(), in turns: OnTurnBegin(),
/// the reports, OnTurnEnd(). One turn handles the result of one epoll_wait(2).
class ReactorSink : public Interface {
 public:
  virtual void OnTurnBegin() = 0;
  virtual void OnReady(Token token, Readiness readiness) = 0;
  virtual void OnWake() = 0;  ///< after Reactor::Wake()
  virtual void OnTick() = 0;  ///< after Reactor::TickAfter()
  virtual void OnTurnEnd() = 0;
};

/// One epoll instance for one thread. Descriptors are registered once, edge-triggered. The reactor
/// remembers which are ready and answers waits from memory if possible. Owners read and write with
/// plain system calls.
class Reactor {
 public:
  class Descriptor;

  /// `sink` must outlive the reactor.
  /// @throws std::system_error if no epoll descriptor can be created
  explicit Reactor(ReactorSink& sink);
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;
  ~Reactor();

  /// Runs turns until Stop(). Returns at once if Stop() has been called before.
  void Run();
  /// Any thread.
  void Stop();
  /// Requests OnWake(); several requests can be merged. Any thread.
  void Wake();
  /// Requests one OnTick(), at least `delay` from now. Replaces an earlier request.
  void TickAfter(Millis delay);
  /// Starts the next turn at once, even if no descriptor is ready.
  void TurnAgain() { turn_again_ = true; }
  [[nodiscard]] bool turns_again() const { return turn_again_; }
  /// Number of slots for descriptors: the maximum that existed at the same time.
  [[nodiscard]] std::size_t places() const { return slots_.size(); }

 private:
  /// Maximum number of events of a turn. Output is written at the end of a turn, so a small number
  /// keeps the latency low.
  static constexpr std::size_t kEventsATurn = 64;

  /// Index of a descriptor, stored with its registration in the kernel. File descriptor numbers are
  /// not used, because they count all descriptors of the process.
  struct Place {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
  };
  struct Slot {
    Descriptor* descriptor = nullptr;
    std::uint32_t generation = 0;  ///< increases on removal; late reports are dropped
  };

  [[nodiscard]] Place Enter(Descriptor& descriptor);
  void Leave(Place place);
  [[nodiscard]] Descriptor* Find(Place place) const;
  [[nodiscard]] int WaitMillis() const;
  void Report(Place place, std::uint32_t events);
  [[nodiscard]] static epoll_event EventOf(Place place, std::uint32_t events);

  ReactorSink& sink_;
  const int epoll_fd_;
  const int wake_fd_;
  std::atomic<bool> stopped_ = false;
  bool turn_again_ = false;
  Millis tick_at_{0};  ///< steady time; zero if none is requested
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Place> ready_;      ///< descriptors with a report due in the next turn
  std::vector<Place> ready_now_;  ///< those of this turn
};

/// Owns a registered file descriptor and closes it. Each Await call requests one report.
class Reactor::Descriptor {
 public:
  /// kByOthersToo: several reactors watch the socket, and the kernel reports a new connection to
  /// one of them (EPOLLEXCLUSIVE), not to all.
  enum class Watched { kHereAlone, kByOthersToo };

  /// If the kernel cannot watch `fd`, no reports follow; see watched().
  Descriptor(Reactor& reactor, int fd, Token token, Watched watched = Watched::kHereAlone);
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int fd() const { return fd_; }
  /// True if the kernel watches the descriptor.
  [[nodiscard]] bool watched() const { return watched_; }
  /// Requests a report when bytes or connections are pending, or when the peer has closed or
  /// failed.
  void AwaitReadable();
  /// Requests the same report for the next turn, even if nothing is pending.
  void ReadAgain();
  void AwaitWritable();

  /// Calls recv(2) and remembers whether more bytes are pending.
  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into);
  /// Stops watching and passes ownership to the caller.
  [[nodiscard]] int Release();
  /// Call it after a read by other means has returned EAGAIN.
  void FoundNothing();

 private:
  friend class Reactor;

  Reactor& reactor_;
  const Token token_;
  const Watched how_;
  int fd_;
  const Place place_;
  bool watched_ : 1 = false;
  bool readable_ : 1 = false;
  bool over_ : 1 = false;  ///< the peer has closed or failed; the next read returns the result
  bool awaits_readable_ : 1 = false;
  bool awaits_writable_ : 1 = false;
};

}  // namespace prichal::http
