#pragma once

#include <vector>

#include "timing.h"

namespace prichal::room_bench {

/// What is compared with a secret in sign-in. First class: all bytes but the last are right;
/// second: the first is wrong. The last of them is no part of the server: the same work as for init
/// data with a comparison that ends at the first difference, to see that this machine shows one.
[[nodiscard]] std::vector<TimedCall> SecretComparisons();

}  // namespace prichal::room_bench
