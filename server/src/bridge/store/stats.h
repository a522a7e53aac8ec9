#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace prichal::store {

/// Upper bounds in microseconds of the histogram of commit times. One more bucket counts the rest.
inline constexpr std::array<std::uint64_t, 12> kCommitMicrosBounds = {
    250, 500, 1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 64'000, 128'000, 512'000, 2'000'000};
/// Upper bounds of the histogram of messages per commit. One more bucket counts the rest.
inline constexpr std::array<std::uint64_t, 10> kBatchBounds = {1,  2,  4,   8,   16,
                                                               32, 64, 128, 256, 512};

/// Metrics of a store at one moment. A plain value; all zero for MemoryStore.
struct Stats {
  // Gauges.
  std::uint64_t queued_messages = 0;  ///< messages appended, not committed
  std::uint64_t queued_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t wal_bytes = 0;  ///< size of the write-ahead log
  // Since the start.
  std::uint64_t stored = 0;         ///< messages
  std::uint64_t removed = 0;        ///< messages that left the file
  std::uint64_t failures = 0;       ///< commits that failed
  std::uint64_t set_aside = 0;      ///< broken files that were replaced by a new one
  std::uint64_t commit_micros = 0;  ///< sum of the histogram, in microseconds
  /// Commits by time and by number of messages; not cumulative.
  std::array<std::uint64_t, kCommitMicrosBounds.size() + 1> commits_by_micros{};
  std::array<std::uint64_t, kBatchBounds.size() + 1> commits_by_messages{};
};

}  // namespace prichal::store
