#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace prichal::bridge {

/// Things by the second in which they are due: one list a second, as far ahead as was ever asked.
/// Adding costs no search, and a second's worth is taken at once. Never gives early; up to a second
/// late.
template <typename T>
class ExpiryRing {
 public:
  void Add(T thing, Millis due, Millis now) {
    if (things_ == 0) second_ = SecondOf(now);
    const auto ahead =
        static_cast<std::size_t>(std::max<std::int64_t>(1, SecondOf(due) + 1 - second_));
    if (ahead >= ring_.size()) Grow(ahead * 2);
    ring_[Slot(ahead)].push_back(std::move(thing));
    ++things_;
  }

  /// Calls `take` with everything that is due.
  template <typename Take>
  void TakeDue(Millis now, Take take) {
    while (things_ > 0 && second_ < SecondOf(now)) {
      ++second_;
      std::vector<T> due = std::exchange(ring_[Slot(0)], {});
      things_ -= due.size();
      for (T& thing : due) take(thing);
    }
  }

 private:
  [[nodiscard]] static std::int64_t SecondOf(Millis time) { return time / std::chrono::seconds(1); }

  [[nodiscard]] std::size_t Slot(std::size_t ahead) const {
    return (static_cast<std::size_t>(second_) + ahead) % ring_.size();
  }

  void Grow(std::size_t size) {
    std::vector<std::vector<T>> larger(std::max<std::size_t>(size, 16));
    for (std::size_t ahead = 1; ahead < ring_.size(); ++ahead) {
      larger[(static_cast<std::size_t>(second_) + ahead) % larger.size()] =
          std::move(ring_[Slot(ahead)]);
    }
    ring_ = std::move(larger);
  }

  std::vector<std::vector<T>> ring_;
  std::int64_t second_ = 0;  ///< everything due before the end of this second has been taken
  std::size_t things_ = 0;
};

}  // namespace prichal::bridge
