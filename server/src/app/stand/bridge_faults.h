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

namespace prichal::app {

/// How the bridge fails, so that an app can be watched while it does.
enum class Fault {
  kNone,
  kSlow,     ///< a message is taken after kSlowness
  kSilent,   ///< no response, until the server's response deadline gives 503
  kRefused,  ///< no response that a client could read: a network error
  kCut,      ///< a stream ends kCutAfter its beginning, every time
  kError,    ///< 500
  kLost,     ///< 200 for a message that goes nowhere
};

/// Which requests fail.
enum class Half { kAll, kStreams, kMessages };

inline constexpr Millis kSlowness{5'000};
inline constexpr Millis kCutAfter{3'000};

inline constexpr std::array<std::string_view, 7> kFaultNames{"none", "slow",  "silent", "refused",
                                                             "cut",  "error", "lost"};
inline constexpr std::array<std::string_view, 3> kHalfNames{"all", "streams", "messages"};

[[nodiscard]] std::optional<Fault> FaultNamed(std::string_view name);
[[nodiscard]] std::optional<Half> HalfNamed(std::string_view name);

/// One line of what passed the bridge's door.
struct Passage {
  enum class Kind { kStream, kStreamEnded, kMessage };

  Kind kind = Kind::kMessage;
  std::string
      clients{};     ///< the sender, or the ids of the stream; as the client wrote them, decoded
  std::string to{};  ///< of a message
  std::size_t bytes = 0;
  Fault fault = Fault::kNone;  ///< what was done to it
};

/// What the stand has asked the bridge to do, and what has passed since. All functions: any thread.
class BridgeFaults {
 public:
  struct Chosen {
    Fault fault = Fault::kNone;
    Half half = Half::kAll;
    std::uint64_t version = 0;  ///< grows with each choice
  };

  void Choose(Fault fault, Half half);
  [[nodiscard]] Chosen chosen() const;

  /// What happens to a stream or a message now.
  [[nodiscard]] Fault OfStreams() const;
  [[nodiscard]] Fault OfMessages() const;

  void Note(Passage passage, Millis unix_time);

  /// JSON: the choice, the time, the number of the last line, and the lines after number `after`;
  /// the latest 500 are kept.
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

}  // namespace prichal::app
