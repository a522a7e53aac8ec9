#pragma once

#include <chrono>

#include "base/clock.h"
#include "signin/ledger/challenge.h"

namespace prichal::signin {

/// Values that several tests share: a MAC key, the time at which a test starts, one day.
inline constexpr MacKey kKey{1, 2, 3};
inline constexpr Millis kStart = std::chrono::seconds(1'790'000'000);
inline constexpr Millis kDay = std::chrono::days(1);

}  // namespace prichal::signin
