#pragma once

#include <sys/epoll.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"

namespace prichal::net {

/// The name of a descriptor in reports of readiness. The receiver looks it up, because the owner of
/// the descriptor may have ended by then.
struct Token {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

enum class Readiness { kReadable, kWritable };

/// The receiver of a reactor's reports. All calls come from Reactor::Run(), in turns:
/// OnTurnBegin(), the reports, OnTurnEnd(). One turn is everything that one epoll_wait(2) returns.
class ReactorSink {
 public:
  ReactorSink() = default;
  ReactorSink(const ReactorSink&) = delete;
  ReactorSink& operator=(const ReactorSink&) = delete;
  virtual ~ReactorSink() = default;

  virtual void OnTurnBegin() = 0;
  virtual void OnReady(Token token, Readiness readiness) = 0;
  virtual void OnWake() = 0;
  virtual void OnTick() = 0;
  virtual void OnTurnEnd() = 0;
};

/// One epoll instance, for one thread. Descriptors are registered once, edge-triggered. The reactor
/// remembers which are ready, and answers a wait from memory if it can. The owner of a descriptor
/// reads and writes by plain system calls.
class Reactor {
 public:
  class Descriptor;

  /// `sink` must outlive the reactor.
  /// @throws std::system_error when the process can have no epoll descriptor
  explicit Reactor(ReactorSink& sink);
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;
  ~Reactor();

  /// Until Stop(), and not at all when that has been called before.
  void Run();
  /// Any thread.
  void Stop();
  /// Any thread: an OnWake() to come; several may become one.
  void Wake();
  /// One OnTick() to come, at least `delay` from now.
  void TickAfter(Millis delay);
  /// The next turn begins at once, whether or not anything is ready.
  void TurnAgain() { turn_again_ = true; }
  [[nodiscard]] bool turns_again() const { return turn_again_; }
  /// Places for descriptors: as many as were there at a time.
  [[nodiscard]] std::size_t places() const { return slots_.size(); }

 private:
  /// How many descriptors one look asks for. What is read in a turn is answered when it ends: few
  /// enough that the first does not wait long for the last.
  static constexpr std::size_t kEventsATurn = 64;

  /// Where a descriptor is found, in what the kernel keeps beside it: not by its own number, which
  /// counts all descriptors of the process.
  struct Place {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
  };
  struct Slot {
    Descriptor* descriptor = nullptr;
    std::uint32_t generation = 0;  ///< grows when it leaves: what was meant for it finds nobody
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
  Millis tick_at_{0};  ///< steady time; zero: none is wanted
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Place> ready_;      ///< those with a wait that is answered in the next turn
  std::vector<Place> ready_now_;  ///< those of this turn
};

/// Owns a file descriptor and closes it. Each wait is for one report.
class Reactor::Descriptor {
 public:
  /// Where one socket is watched by several reactors, a newcomer is told to one that waits
  /// (EPOLLEXCLUSIVE), not to all.
  enum class Watched { kHereAlone, kByOthersToo };

  /// Where the kernel refuses to watch it, its owner hears nothing: deadlines are for that, too.
  Descriptor(Reactor& reactor, int fd, Token token, Watched watched = Watched::kHereAlone);
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int fd() const { return fd_; }
  /// The kernel tells when something is to be done.
  [[nodiscard]] bool watched() const { return watched_; }
  /// There is something to read, or to accept, or the peer has ended or failed.
  void AwaitReadable();
  /// The same, reported in the next turn whatever the kernel has.
  void ReadAgain();
  void AwaitWritable();

  /// recv(2) into `into`, which remembers whether there is more.
  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into);
  /// It is watched no more, and the caller's from now on.
  [[nodiscard]] int Release();
  /// For owners that read in another way and have found nothing more (EAGAIN).
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
  bool over_ : 1 = false;  ///< the peer has ended or failed: reading will say so
  bool awaits_readable_ : 1 = false;
  bool awaits_writable_ : 1 = false;
};

}  // namespace prichal::net
