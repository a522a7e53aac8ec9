// A histogram of durations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace prichal::bench {

/// Counts durations in nanoseconds, like an HDR histogram: up to 255 ns each value has its own
/// bucket, above that a bucket is at most 1/128 of its values wide. Durations above 18 minutes
/// count as 18 minutes.
class Histogram {
 public:
  Histogram();

  /// Negative durations count as 0.
  void Add(std::int64_t nanoseconds);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::int64_t max() const { return max_; }
  /// Returns the quantile `share` (0 to 1), at most 1/128 too large; 0 without values.
  [[nodiscard]] std::int64_t At(double share) const;

 private:
  std::vector<std::uint64_t> buckets_;
  std::uint64_t count_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace prichal::bench
