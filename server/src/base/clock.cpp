#include "base/clock.h"

#include <ctime>

namespace prichal {

namespace {

/// Time since boot, including suspend. A TTL of five minutes also ends while the machine sleeps.
Millis SinceBoot() {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return std::chrono::duration_cast<Millis>(std::chrono::seconds(time.tv_sec) +
                                            std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

Time MachineClock::Now() const {
  using std::chrono::duration_cast;
  return {
      .steady = SinceBoot(),
      .unix_time = duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch()),
  };
}

}  // namespace prichal
