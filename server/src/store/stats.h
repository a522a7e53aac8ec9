#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace prichal::store {

/// Upper bounds of the histogram of commits by their time, in microseconds; one more bucket takes
/// the rest.
inline constexpr std::array<std::uint64_t, 12> kCommitMicrosBounds = {
    250, 500, 1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 64'000, 128'000, 512'000, 2'000'000};
/// The same of commits by the number of messages that they kept.
inline constexpr std::array<std::uint64_t, 10> kBatchBounds = {1,  2,  4,   8,   16,
                                                               32, 64, 128, 256, 512};

/// A store's numbers at one moment. All zero where nothing is written to a disk.
struct Stats {
  // Gauges.
  std::uint64_t queued_messages = 0;  ///< appended, not committed
  std::uint64_t queued_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t wal_bytes = 0;  ///< of the write-ahead log beside the file
  // Since the start.
  std::uint64_t stored = 0;         ///< messages
  std::uint64_t removed = 0;        ///< messages that left the file
  std::uint64_t failures = 0;       ///< commits that failed
  std::uint64_t set_aside = 0;      ///< broken files in whose place a new one was made
  std::uint64_t commit_micros = 0;  ///< sum of the histogram, in microseconds
  /// Commits by their time and by their number of messages; not cumulative.
  std::array<std::uint64_t, kCommitMicrosBounds.size() + 1> commits_by_micros{};
  std::array<std::uint64_t, kBatchBounds.size() + 1> commits_by_messages{};
};

}  // namespace prichal::store
