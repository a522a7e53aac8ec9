#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace prichal::http::h2 {

/// Budget of one connection for frames that do no useful work. HTTP/2 floods (PING, SETTINGS,
/// RST_STREAM, PRIORITY, empty frames, …) use frames that the protocol allows. Each such frame has
/// a cost; time and served requests refill the budget. A single budget for all kinds also limits
/// future floods. Not thread-safe; belongs to its session.
class FloodBudget {
 public:
  // Costs and refills, in budget units.
  static constexpr std::int32_t kSettings = 20;
  static constexpr std::int32_t kPing = 5;
  static constexpr std::int32_t kEmptyData = 5;
  static constexpr std::int32_t kSmallFrame = 1;  ///< WINDOW_UPDATE, PRIORITY, an unknown frame, …
  static constexpr std::int32_t kUnserved = 7;    ///< a request reset before its response began
  static constexpr std::int32_t kServed = 1;      ///< a request reset after its response began
  static constexpr std::int32_t kBadFrame = 10;   ///< an invalid frame
  static constexpr std::int32_t kLargeHead = 50;  ///< a header section above the limits

  /// This many received bytes cost 1, whatever their purpose; useful work can refill it.
  static constexpr std::size_t kBytes = 1024;
  static constexpr std::int32_t kAnswered = 10;  ///< refill for a completed response
  static constexpr std::int32_t kDataSent = 3;   ///< refill for a useful sent DATA frame

  static constexpr std::int32_t kMost = 1'000;
  static constexpr std::int32_t kEachSecond = 200;

  /// Takes `cost` from the budget. Returns false if the budget is exhausted, which is permanent.
  [[nodiscard]] bool Spend(std::int32_t cost, Millis now) {
    if (over()) return false;
    if (const Millis passed = now - refilled_; passed >= Millis(100)) {
      refilled_ = now;
      const std::int64_t earned =
          std::min<std::int64_t>(passed.count(), 10'000) * kEachSecond / 1'000;
      Earn(static_cast<std::int32_t>(earned));
    }
    left_ -= cost;
    return !over();
  }
  /// Refills the budget up to kMost. Has no effect if it is exhausted.
  void Earn(std::int32_t amount) {
    if (!over()) left_ = std::min(kMost, left_ + amount);
  }
  /// True if the budget is exhausted.
  [[nodiscard]] bool over() const { return left_ < 0; }

 private:
  std::int32_t left_ = kMost;
  Millis refilled_{0};
};

}  // namespace prichal::http::h2
