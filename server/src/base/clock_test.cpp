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

/// Whether the steady clock counts the time for which the machine slept. A time namespace says so
/// of a boot that was a thousand hours longer ago; only the children of who makes it live in it.
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

TEST(MachineClock, GoesOnWhileTheMachineSleeps) {
  // In a process of its own: a namespace of users is for those with one thread.
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
