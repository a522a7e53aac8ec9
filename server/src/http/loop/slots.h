#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace prichal::http {

/// Table of owned objects by slot number. Numbers are reused, each time with a new generation, so
/// that a stale number finds no other object. Not thread-safe.
template <typename T>
class Slots {
 public:
  struct Place {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
  };

  /// Reserves a place for the next object. Call Put() with it.
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

  /// Replaces an object, keeps its number and generation, and returns the old object.
  [[nodiscard]] std::unique_ptr<T> Replace(std::uint32_t slot, std::unique_ptr<T> object) {
    slots_[slot].object.swap(object);
    return object;
  }

  /// Removes and returns an object. Its number can be reused.
  [[nodiscard]] std::unique_ptr<T> Remove(std::uint32_t slot) {
    // Generation 0 is reserved; see EventLoop.
    if (++slots_[slot].generation == 0) slots_[slot].generation = 1;
    free_.push_back(slot);
    --size_;
    return std::move(slots_[slot].object);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  /// Calls `action` for each object that was present when the call began and still is. `action` can
  /// remove objects.
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

}  // namespace prichal::http
