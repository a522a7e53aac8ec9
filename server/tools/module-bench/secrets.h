#pragma once

#include <vector>

#include "module-bench/timing.h"

namespace prichal::module_bench {

/// Comparisons of secrets in the sign-in code. First class of inputs: all bytes are correct except
/// the last. Second class: the first byte is wrong. The last entry is a control and not part of the
/// server. It checks init data with a comparison that stops at the first difference, and must show
/// a timing difference on this machine.
[[nodiscard]] std::vector<TimedCall> SecretComparisons();

}  // namespace prichal::module_bench
