#include "base/clock.h"

namespace prichal {

Time MachineClock::Now() const {
  using std::chrono::duration_cast;
  return {
      .steady = duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch()),
      .unix_time = duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch()),
  };
}

}  // namespace prichal
