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

/// What a wire does to a connection. Each part is the probability that a connection has it; where
/// in its bytes it happens is random within `within`, counted in either direction.
struct WireFaults {
  double cut = 0;      ///< closed, by a reset or in order, with bytes lost that were under way
  double swallow = 0;  ///< stays open, and nothing passes any more (half-open)
  double stall = 0;    ///< nothing is read for `stall_for`
  double corrupt = 0;  ///< one bit of one byte is another
  double split = 0;    ///< each byte by itself
  double delay = 0;    ///< each piece waits, up to `delay_most`; order stays
  std::uint64_t within = 4'000;  ///< bytes
  std::chrono::milliseconds stall_for{1'000};
  std::chrono::milliseconds delay_most{30};

  /// All of them, but for corruption, which a bridge without TLS cannot see.
  static WireFaults Rough();
};

/// What has been done so far.
struct WireCounts {
  std::uint64_t connections = 0;
  std::uint64_t cut = 0;
  std::uint64_t swallowed = 0;
  std::uint64_t stalled = 0;
  std::uint64_t corrupted = 0;
  std::uint64_t split = 0;
  std::uint64_t delayed = 0;
};

/// A TCP proxy before one address that does to its connections what networks do. A thread of its
/// own; the functions may be called by any other.
class ChaosProxy {
 public:
  /// Listens on a free port of 127.0.0.1. The error says what is missing.
  static Result<std::unique_ptr<ChaosProxy>, std::string> Start(const bench::Target& target,
                                                                std::uint64_t seed);
  ChaosProxy(const ChaosProxy&) = delete;
  ChaosProxy& operator=(const ChaosProxy&) = delete;
  ~ChaosProxy();

  /// "127.0.0.1:43127"
  [[nodiscard]] const std::string& address() const { return address_; }

  /// Of connections from now on.
  void Set(const WireFaults& faults);
  /// Resets all connections that there are.
  void CutAll();
  /// While true nothing passes on any connection, and none ends.
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
  /// From one side to the other.
  struct Direction {
    int from = -1;
    int to = -1;
    std::uint64_t passed = 0;
    std::deque<Piece> pieces = {};
    bool ended = false;  ///< `from` will send no more
    bool told = false;   ///< and `to` knows
  };
  struct Plan {
    std::uint64_t cut_at = 0;  ///< bytes of either direction; 0: not
    std::uint64_t swallow_at = 0;
    std::uint64_t stall_at = 0;
    std::uint64_t corrupt_at = 0;
    bool reset = false;  ///< how it is cut
    bool split = false;
    bool delay = false;
    bool swallowed = false;  ///< counted
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
  /// To what stands behind it.
  bool Connect(Connection& connection) const;
  [[nodiscard]] Plan Draw();
  void Read(Connection& connection, Direction& direction, Instant now);
  void Pass(Connection& connection, Direction& direction, std::string bytes, Instant now);
  void Write(Connection& connection, Direction& direction, Instant now);
  static void Close(Connection& connection, bool reset);
  [[nodiscard]] bool Happens(double probability);
  /// Milliseconds until something is due.
  [[nodiscard]] int Rest(Instant now) const;
  void Wake() const;

  const bench::Target target_;
  const int listener_;
  const int wake_;
  const std::string address_;
  std::mt19937_64 chance_;
  std::vector<std::unique_ptr<Connection>> connections_;

  mutable std::mutex mutex_;  ///< of what follows
  WireFaults faults_;
  WireCounts counts_;
  bool cut_all_ = false;
  std::atomic<bool> frozen_{false};
  std::atomic<bool> refused_{false};
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace prichal::chaos
