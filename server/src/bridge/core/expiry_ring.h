#pragma once

#include <algorithm>
#include <boost/intrusive/list.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace prichal::bridge {

/// Base class of objects that an ExpiryRing holds. An object is in at most one ring, and its
/// destructor removes it.
using Expiring =
    boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

/// A timer ring: objects by the second in which they are due, one list per second. Add() neither
/// searches nor allocates, except when the ring grows. TakeDue() is never early and at most one
/// second late. Does not own the objects. One thread.
///
/// `T` derives from Expiring.
template <typename T>
class ExpiryRing {
 public:
  /// Adds an object, or moves it if it is in the ring. `due`, `now`: steady time.
  void Add(T& thing, Millis due, Millis now) {
    thing.unlink();
    if (second_ >= last_) second_ = SecondOf(now);  // nothing is in it
    const auto ahead =
        static_cast<std::size_t>(std::max<std::int64_t>(1, SecondOf(due) + 1 - second_));
    if (ahead >= ring_.size()) Grow(ahead * 2);
    ring_[Slot(ahead)].push_back(thing);
    last_ = std::max(last_, second_ + static_cast<std::int64_t>(ahead));
  }

  /// Removes each object that is due and calls `take` with it. `take` may add it again, and may
  /// destroy it and others.
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
  std::int64_t second_ = 0;  ///< last second whose list was taken
  std::int64_t last_ = 0;    ///< last second that may have a list
};

}  // namespace prichal::bridge
