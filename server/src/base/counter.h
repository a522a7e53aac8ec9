#pragma once

#include <atomic>
#include <cstdint>

namespace prichal {

/// A number that one loop changes and any thread may read. With a single writer a relaxed load and
/// store suffice, which cost what a plain field costs; there is no locked instruction.
class Counter {
 public:
  void Add(std::uint64_t n = 1) { Set(Get() + n); }
  void Subtract(std::uint64_t n = 1) { Set(Get() - n); }
  void Set(std::uint64_t n) { value_.store(n, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t Get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace prichal
