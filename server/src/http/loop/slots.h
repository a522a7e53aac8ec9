#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace prichal::net {

/// Owns objects under numbers that are used again, each with a generation that is not, so that a
/// number kept too long finds nothing instead of a stranger. One thread.
template <typename T>
class Slots {
 public:
  struct Place {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
  };

  /// Where the next object goes; follow with Put().
  [[nodiscard]] Place Reserve() {
    if (free_.empty()) {
      slots_.emplace_back();
      return {.slot = static_cast<std::uint32_t>(slots_.size() - 1), .generation = 1};
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return {.slot = slot, .generation = slots_[slot].generation};
  }

  T& Put(Place place, std::unique_ptr<T> object) {
    slots_[place.slot].object = std::move(object);
    ++size_;
    return *slots_[place.slot].object;
  }

  [[nodiscard]] T* Find(std::uint32_t slot, std::uint32_t generation) const {
    if (slot >= slots_.size() || slots_[slot].generation != generation) return nullptr;
    return slots_[slot].object.get();
  }

  /// Another object under the same number and generation; the one before.
  [[nodiscard]] std::unique_ptr<T> Replace(std::uint32_t slot, std::unique_ptr<T> object) {
    slots_[slot].object.swap(object);
    return object;
  }

  /// The object leaves the table; the number may be used again.
  [[nodiscard]] std::unique_ptr<T> Remove(std::uint32_t slot) {
    // 0 is no connection's generation.
    if (++slots_[slot].generation == 0) slots_[slot].generation = 1;
    free_.push_back(slot);
    --size_;
    return std::move(slots_[slot].object);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  /// Calls `action` with every object that was here when the call began and still is; it may take
  /// objects out.
  template <typename Action>
  void ForEach(Action action) {
    for (std::size_t i = 0, end = slots_.size(); i < end; ++i) {
      if (slots_[i].object) action(*slots_[i].object);
    }
  }

 private:
  struct Slot {
    std::unique_ptr<T> object;
    std::uint32_t generation = 1;
  };

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t size_ = 0;
};

}  // namespace prichal::net
