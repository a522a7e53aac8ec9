#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "bench/target.h"

namespace prichal::chaos {

/// Faults of a connection. Each member is the probability that a connection has the fault. Its
/// position is a random byte offset below `within`, counted in either direction.
struct WireFaults {
  double cut = 0;                ///< closed with or without a reset; bytes in flight are lost
  double swallow = 0;            ///< stays open, but nothing passes any more (half-open)
  double stall = 0;              ///< nothing is read for `stall_for`
  double corrupt = 0;            ///< one bit is flipped
  double split = 0;              ///< each byte is sent separately
  double delay = 0;              ///< each piece is delayed by up to `delay_most`, in order
  std::uint64_t within = 4'000;  ///< in bytes
  std::chrono::milliseconds stall_for{1'000};
  std::chrono::milliseconds delay_most{30};

  /// All faults except bit flips, which a bridge without TLS cannot detect.
  static WireFaults Rough();
};

/// Number of connections and faults so far.
struct WireCounts {
  std::uint64_t connections = 0;
  std::uint64_t cut = 0;
  std::uint64_t swallowed = 0;
  std::uint64_t stalled = 0;
  std::uint64_t corrupted = 0;
  std::uint64_t split = 0;
  std::uint64_t delayed = 0;
};

/// A TCP proxy in front of one address that injects network faults. Runs on its own thread; call
/// its functions from any other thread.
class ChaosProxy {
 public:
  /// Starts a proxy on a free port of 127.0.0.1. The error is the reason for a failure.
  static Result<std::unique_ptr<ChaosProxy>, std::string> Start(const bench::Target& target,
                                                                std::uint64_t seed);
  ChaosProxy(const ChaosProxy&) = delete;
  ChaosProxy& operator=(const ChaosProxy&) = delete;
  ~ChaosProxy();

  /// "127.0.0.1:43127"
  [[nodiscard]] const std::string& address() const { return address_; }

  /// Sets the faults of new connections.
  void Set(const WireFaults& faults);
  /// Resets all open connections.
  void CutAll();
  /// While true no data passes and no connection ends.
  void Freeze(bool frozen);
  /// While true new connections are reset.
  void Refuse(bool refused);

  [[nodiscard]] WireCounts counts() const;

 private:
  using Instant = std::chrono::steady_clock::time_point;

  struct Piece {
    Instant due;
    std::string bytes;
  };
  /// One direction of a connection.
  struct Direction {
    int from = -1;
    int to = -1;
    std::uint64_t passed = 0;
    std::deque<Piece> pieces = {};
    bool ended = false;     ///< end of stream from `from`
    bool notified = false;  ///< end of stream passed to `to`
  };
  struct Plan {
    std::uint64_t cut_at = 0;  ///< offset in bytes of either direction; 0 for no cut
    std::uint64_t swallow_at = 0;
    std::uint64_t stall_at = 0;
    std::uint64_t corrupt_at = 0;
    bool reset = false;  ///< cut with a reset
    bool split = false;
    bool delay = false;
    bool swallowed = false;  ///< already counted
  };
  struct Connection {
    Direction there;
    Direction back;
    Plan plan;
    Instant stalled_until{};
    bool over = false;
  };

  ChaosProxy(bench::Target target, int listener, std::string address, std::uint64_t seed);

  void Run();
  void Accept();
  /// Connects to the target.
  bool Connect(Connection& connection) const;
  [[nodiscard]] Plan Draw();
  void Read(Connection& connection, Direction& direction, Instant now);
  void Pass(Connection& connection, Direction& direction, std::string bytes, Instant now);
  void Write(Connection& connection, Direction& direction, Instant now);
  static void Close(Connection& connection, bool reset);
  [[nodiscard]] bool Happens(double probability);
  /// Milliseconds until the next due piece.
  [[nodiscard]] int Rest(Instant now) const;
  void Wake() const;

  const bench::Target target_;
  const int listener_;
  const int wake_;
  const std::string address_;
  std::mt19937_64 chance_;
  std::vector<std::unique_ptr<Connection>> connections_;

  mutable std::mutex mutex_;  ///< guards the members below
  WireFaults faults_;
  WireCounts counts_;
  bool cut_all_ = false;
  std::atomic<bool> frozen_{false};
  std::atomic<bool> refused_{false};
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace prichal::chaos
