#pragma once

#include <atomic>
#include <cstdint>

namespace prichal {

/// A counter that one thread writes and any thread reads. With a single writer, relaxed loads and
/// stores suffice, so it costs as much as a plain field. Add() and Subtract() are not atomic: call
/// them, and Set(), only from the owning thread.
class Counter {
 public:
  Counter() = default;
  /// Copies the current value.
  Counter(const Counter& other) : value_(other.Get()) {}
  Counter& operator=(const Counter& other) {
    Set(other.Get());
    return *this;
  }
  ~Counter() = default;

  void Add(std::uint64_t n = 1) { Set(Get() + n); }
  void Subtract(std::uint64_t n = 1) { Set(Get() - n); }
  void Set(std::uint64_t n) { value_.store(n, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t Get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace prichal
