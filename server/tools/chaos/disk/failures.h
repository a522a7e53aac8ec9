#pragma once

#include <cstdint>
#include <string>

#include "chaos/disk/disk_report.h"

namespace prichal::chaos {

/// Settings of FailEveryCall().
struct FailureOptions {
  std::string folder;        ///< for the files; must be empty
  std::uint64_t stride = 1;  ///< 1 fails every call; n fails every nth
  std::uint64_t seed = 1;    ///< for the messages and the start of a stride
};

/// Runs some work repeatedly and fails its first system call in the first run, its second in the
/// next, and so on, until a run has no failure. Fails each call in every possible way, once and
/// permanently. Does the same for SQLite's allocations and for the steps of its virtual machine. A
/// failure may be reported, but must not lose acknowledged messages. After it the database must
/// work again, and new acknowledged messages must survive a power loss.
[[nodiscard]] DiskReport FailEveryCall(const FailureOptions& options);

}  // namespace prichal::chaos
