#pragma once

#include <cstdint>
#include <string>

#include "chaos/disk/disk_report.h"

namespace prichal::chaos {

struct FailureOptions {
  std::string folder;        ///< for the files, empty at first
  std::uint64_t stride = 1;  ///< 1: every call is failed; n: every nth
  std::uint64_t seed = 1;    ///< of the messages, and of where a stride begins
};

/// Lets the first system call of some work fail, in another run the second, and so on until a run
/// is through without a failure; each way a call of its kind can fail, once and lastingly. The same
/// with SQLite's allocations and with the steps of its virtual machine. A failure may be told, and
/// must lose nothing that was acknowledged; when it is over the database has to work again, and
/// what it acknowledges has to outlive the power loss that follows.
[[nodiscard]] DiskReport FailEveryCall(const FailureOptions& options);

}  // namespace prichal::chaos
