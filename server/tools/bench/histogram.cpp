#include "bench/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace prichal::bench {
namespace {

constexpr int kStepBits = 7;  // 128 buckets per power of two
constexpr std::size_t kSteps = 1U << kStepBits;
constexpr std::size_t kExact = 2 * kSteps;
constexpr int kMostBits = 40;
constexpr std::uint64_t kMost = (std::uint64_t{1} << kMostBits) - 1;

std::size_t BucketOf(std::uint64_t value) {
  if (value < kExact) return value;
  const auto shift = static_cast<std::size_t>(std::bit_width(value)) - kStepBits - 1;
  return kExact + (shift - 1) * kSteps + ((value >> shift) - kSteps);
}

/// Returns the largest value of a bucket.
std::int64_t TopOf(std::size_t bucket) {
  if (bucket < kExact) return static_cast<std::int64_t>(bucket);
  const std::size_t shift = (bucket - kExact) / kSteps + 1;
  const std::uint64_t step = (bucket - kExact) % kSteps + kSteps;
  return static_cast<std::int64_t>(((step + 1) << shift) - 1);
}

}  // namespace

Histogram::Histogram() : buckets_(BucketOf(kMost) + 1) {}

void Histogram::Add(std::int64_t nanoseconds) {
  const std::int64_t value =
      std::clamp<std::int64_t>(nanoseconds, 0, static_cast<std::int64_t>(kMost));
  ++buckets_[BucketOf(static_cast<std::uint64_t>(value))];
  ++count_;
  max_ = std::max(max_, value);
}

std::int64_t Histogram::At(double share) const {
  if (count_ == 0) return 0;
  const auto rank = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen >= rank) return std::min(TopOf(i), max_);
  }
  return max_;
}

}  // namespace prichal::bench
