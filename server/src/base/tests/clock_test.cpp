#include "base/clock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string_view>

namespace prichal {
namespace {

enum Found { kGoesOn, kStandsStill, kCannotTell };

/// Checks that the steady clock counts suspend time. A time namespace simulates it: its boot time
/// is a thousand hours earlier. Only child processes of its creator enter it.
Found LooksAtSleep() {
  constexpr std::string_view kAsleep = "boottime 3600000 0\n";
  const Millis before = MachineClock().Now().steady;
  if (unshare(CLONE_NEWUSER | CLONE_NEWTIME) != 0) return kCannotTell;
  const int offsets = open("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC);
  const bool written = offsets >= 0 && write(offsets, kAsleep.data(), kAsleep.size()) ==
                                           static_cast<ssize_t>(kAsleep.size());
  if (!written) return kCannotTell;
  const pid_t child = fork();
  if (child == 0) {
    const Millis slept = MachineClock().Now().steady - before;
    _exit(slept >= std::chrono::hours(1'000) ? kGoesOn : kStandsStill);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return kCannotTell;
  return static_cast<Found>(WEXITSTATUS(status));
}

TEST(MachineClock, CountsTimeInSuspend) {
  // Uses a child process, because only a process with one thread can create a user namespace.
  const pid_t child = fork();
  if (child == 0) _exit(LooksAtSleep());
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kCannotTell) GTEST_SKIP() << "time namespaces are not allowed here";
  EXPECT_EQ(WEXITSTATUS(status), kGoesOn);
}

}  // namespace
}  // namespace prichal
