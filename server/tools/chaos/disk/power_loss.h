#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "chaos/disk/disk_report.h"
#include "chaos/disk/system_calls.h"

namespace prichal::chaos {

/// Start time of the simulated clock.
inline constexpr Millis kBegin{1'700'000'000'000};
/// Consecutive power losses in one folder: enough for a file to grow, few enough for many new
/// files.
inline constexpr std::uint64_t kLossesAFolder = 24;

/// Settings of the power loss tests.
struct PowerLossOptions {
  std::uint64_t losses = 1'000;
  std::uint64_t seed = 1;
  Lie lie = Lie::kNone;
  std::string folder;  ///< for the files; must be empty
};

/// Works with a bridge::store::Database while the power fails repeatedly at random system calls,
/// also during recovery. Deterministic for a seed.
[[nodiscard]] DiskReport LosePowerOfDatabase(const PowerLossOptions& options);

/// Does the same with a store of bridge::store::MakeStore() and its thread. Batches depend on real
/// time, so a seed is only approximately reproducible.
[[nodiscard]] DiskReport LosePowerOfStore(const PowerLossOptions& options);

}  // namespace prichal::chaos
