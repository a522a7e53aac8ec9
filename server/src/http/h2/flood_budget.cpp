#include "http/h2/flood_budget.h"

#include <algorithm>

namespace prichal::http2 {

bool FloodBudget::Spend(std::int32_t cost, Millis now) {
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

void FloodBudget::Earn(std::int32_t amount) {
  if (!over()) left_ = std::min(kMost, left_ + amount);
}

}  // namespace prichal::http2
