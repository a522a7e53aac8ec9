#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace prichal::http2 {

/// What one connection may still ask of us besides requests that are answered. The floods of HTTP/2
/// (pings, settings, resets, priorities, empty frames, …) are each of them allowed by the protocol
/// and do no work: a frame of that kind costs, time and useful work earn. One measure for all of
/// them, so that the next such flood is bounded as well.
class Patience {
 public:
  // What is done costs or earns so much.
  static constexpr std::int32_t kSettings = 20;
  static constexpr std::int32_t kPing = 5;
  static constexpr std::int32_t kEmptyData = 5;
  static constexpr std::int32_t kSmallFrame = 1;  ///< a window, a priority, what we do not know, …
  static constexpr std::int32_t kUnserved = 7;    ///< a request that is reset before it is answered
  static constexpr std::int32_t kServed = 1;      ///< one whose answer had begun
  static constexpr std::int32_t kBadFrame = 10;   ///< one that the protocol does not allow
  static constexpr std::int32_t kLargeHead = 50;  ///< one beyond the limits

  /// So many bytes of anything cost 1: what they are for may earn it again.
  static constexpr std::size_t kBytes = 1024;
  static constexpr std::int32_t kAnswered = 10;  ///< earned by a request that has had its answer
  static constexpr std::int32_t kDataSent = 3;   ///< earned by a frame of data worth sending

  static constexpr std::int32_t kMost = 1'000;
  static constexpr std::int32_t kEachSecond = 200;

  /// False: it is over, and stays so.
  [[nodiscard]] bool Spend(std::int32_t cost, Millis now);
  void Earn(std::int32_t amount);
  [[nodiscard]] bool over() const { return left_ < 0; }

 private:
  std::int32_t left_ = kMost;
  Millis refilled_{0};
};

}  // namespace prichal::http2
