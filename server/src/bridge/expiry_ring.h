#pragma once

#include <algorithm>
#include <boost/intrusive/list.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace prichal::bridge {

/// What can be in an ExpiryRing, in one at a time. Leaves it when it is destroyed.
using Expiring =
    boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

/// Things by the second in which they are due: one list a second, as far ahead as was ever asked.
/// Adding costs no search and no memory, and a second's worth is taken at once. Never gives early;
/// up to a second late. Owns nothing. `T`: an Expiring.
template <typename T>
class ExpiryRing {
 public:
  /// One that is in it already is due at another time from now on.
  void Add(T& thing, Millis due, Millis now) {
    thing.unlink();
    if (second_ >= last_) second_ = SecondOf(now);  // nothing is in it
    const auto ahead =
        static_cast<std::size_t>(std::max<std::int64_t>(1, SecondOf(due) + 1 - second_));
    if (ahead >= ring_.size()) Grow(ahead * 2);
    ring_[Slot(ahead)].push_back(thing);
    last_ = std::max(last_, second_ + static_cast<std::int64_t>(ahead));
  }

  /// Calls `take` with everything that is due, which is in the ring no more; `take` may add it
  /// again, and destroy it and others.
  template <typename Take>
  void TakeDue(Millis now, Take take) {
    const std::int64_t end = std::min(SecondOf(now), last_);
    while (second_ < end) {
      ++second_;
      List due;
      due.swap(ring_[Slot(0)]);
      while (!due.empty()) {
        T& thing = due.front();
        due.pop_front();
        take(thing);
      }
    }
  }

 private:
  using List = boost::intrusive::list<T, boost::intrusive::constant_time_size<false>>;

  [[nodiscard]] static std::int64_t SecondOf(Millis time) { return time / std::chrono::seconds(1); }

  [[nodiscard]] std::size_t Slot(std::size_t ahead) const {
    return (static_cast<std::size_t>(second_) + ahead) % ring_.size();
  }

  void Grow(std::size_t size) {
    std::vector<List> larger(std::max<std::size_t>(size, 16));
    for (std::size_t ahead = 1; ahead < ring_.size(); ++ahead) {
      larger[(static_cast<std::size_t>(second_) + ahead) % larger.size()].swap(ring_[Slot(ahead)]);
    }
    ring_ = std::move(larger);
  }

  std::vector<List> ring_;
  std::int64_t second_ = 0;  ///< everything due before the end of this second has been taken
  std::int64_t last_ = 0;    ///< nothing is taken in a later one
};

}  // namespace prichal::bridge
