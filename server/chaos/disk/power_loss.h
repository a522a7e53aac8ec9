#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "chaos/disk/disk_report.h"
#include "chaos/disk/system_calls.h"

namespace prichal::chaos {

/// Time at which the clock of a trial starts.
inline constexpr Millis kBegin{1'700'000'000'000};
/// Losses in a row on one folder: long enough for a file to grow, few enough for many beginnings.
inline constexpr std::uint64_t kLossesAFolder = 24;

struct PowerLossOptions {
  std::uint64_t losses = 1'000;
  std::uint64_t seed = 1;
  Lie lie = Lie::kNone;
  std::string folder;  ///< for the files, empty at first
};

/// Plays with a store::Database, whose power fails again and again at any of its system calls,
/// recovery included. The same seed does the same.
[[nodiscard]] DiskReport LosePowerOfDatabase(const PowerLossOptions& options);

/// The same with a store::SqliteStore and its thread, as a server has it. Batches depend on the
/// machine's clock, so a seed gives nearly the same only.
[[nodiscard]] DiskReport LosePowerOfStore(const PowerLossOptions& options);

}  // namespace prichal::chaos
