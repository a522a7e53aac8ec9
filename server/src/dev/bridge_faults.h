#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace prichal::dev {

/// Simulated bridge faults, for testing an app in development.
enum class Fault {
  kNone,
  kSlow,     ///< messages are delayed by kSlowness
  kSilent,   ///< no response until the server's response deadline, then 503
  kRefused,  ///< a network error for the client
  kCut,      ///< each stream ends after kCutAfter
  kError,    ///< status 500
  kLost,     ///< status 200, but the message is dropped
};

/// Requests that a fault applies to.
enum class Half { kAll, kStreams, kMessages };

/// Delay of Fault::kSlow.
inline constexpr Millis kSlowness{5'000};
/// Lifetime of a stream with Fault::kCut.
inline constexpr Millis kCutAfter{3'000};

/// Names of Fault and Half in the sandbox's API, in the order of the enumerators.
inline constexpr std::array<std::string_view, 7> kFaultNames{"none", "slow",  "silent", "refused",
                                                             "cut",  "error", "lost"};
inline constexpr std::array<std::string_view, 3> kHalfNames{"all", "streams", "messages"};

/// Parse these names. Empty if unknown.
[[nodiscard]] std::optional<Fault> FaultNamed(std::string_view name);
[[nodiscard]] std::optional<Half> HalfNamed(std::string_view name);

/// A record of one bridge request.
struct Passage {
  enum class Kind { kStream, kStreamEnded, kMessage };

  Kind kind = Kind::kMessage;
  /// Sender of a message, or client IDs of a stream; decoded, as the client sent them.
  std::string clients{};
  std::string to{};  ///< receiver; messages only
  std::size_t bytes = 0;
  Fault fault = Fault::kNone;  ///< fault applied to it
};

/// The simulated fault chosen in the sandbox, and a log of the bridge requests. Any thread.
class BridgeFaults {
 public:
  /// The current choice.
  struct Chosen {
    Fault fault = Fault::kNone;
    Half half = Half::kAll;
    std::uint64_t version = 0;  ///< incremented by each choice
  };

  /// Sets the fault for later requests.
  void Choose(Fault fault, Half half);
  [[nodiscard]] Chosen chosen() const;

  /// Returns the fault to apply to a new stream or message.
  [[nodiscard]] Fault StreamFault() const;
  [[nodiscard]] Fault MessageFault() const;

  /// Adds an entry to the log.
  void Record(Passage passage, Millis unix_time);

  /// Returns JSON with the choice, the time, the number of the last entry, and the entries after
  /// number `after`. The latest 500 entries are kept.
  [[nodiscard]] std::string Json(std::uint64_t after, Millis unix_time) const;

 private:
  struct Line {
    std::uint64_t number;
    Millis at;
    Passage passage;
  };

  mutable std::mutex mutex_;
  Chosen chosen_;
  std::deque<Line> lines_;
  std::uint64_t last_ = 0;
};

}  // namespace prichal::dev
