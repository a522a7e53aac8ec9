#include <gtest/gtest.h>

#include "base/tests/fixture_tree.h"
#include "config/key.h"
#include "config/machine.h"

namespace prichal::config {
namespace {

constexpr std::uint64_t kGiB = 1024 * kMiB;

TEST(ControlGroups, ParsesMemoryLimitOfBothVersions) {
  EXPECT_EQ(ParseMemory("268435456\n"), 256 * kMiB);
  for (const char* none : {"max\n", "9223372036854771712\n", "", "\n", "0\n", "-1\n", "12 MB\n",
                           "99999999999999999999999\n"}) {
    EXPECT_EQ(ParseMemory(none), std::nullopt) << none;
  }
}

TEST(ControlGroups, RoundsProcessorQuotaUp) {
  EXPECT_EQ(ParseCpuMax("50000 100000\n"), 1U);
  EXPECT_EQ(ParseCpuMax("100000 100000\n"), 1U);
  EXPECT_EQ(ParseCpuMax("150000 100000\n"), 2U);
  for (const char* none : {"max 100000\n", "", "50000\n", "50000 0\n", "0 100000\n", "-1 5\n"}) {
    EXPECT_EQ(ParseCpuMax(none), std::nullopt) << none;
  }
  EXPECT_EQ(ProcessorsOf("250000\n", "100000\n"), 3U);
  EXPECT_EQ(ProcessorsOf("-1\n", "100000\n"), std::nullopt);
}

TEST(ControlGroups, CountsProcessorsInLists) {
  EXPECT_EQ(CountProcessors("0-3,7\n"), 5U);
  EXPECT_EQ(CountProcessors("2\n"), 1U);
  for (const char* none : {"", "\n", "3-1\n", "a\n", "0-a\n", "0-99999999999\n", ",\n", "1,,2\n"}) {
    EXPECT_EQ(CountProcessors(none), std::nullopt) << none;
  }
}

TEST(ControlGroups, ParsesMountsWithSpacesInNames) {
  const auto mounts = ParseMounts(
      "1 2 0:1 / /proc rw - proc proc rw\nbroken\n\n"
      "30 25 0:26 / /sys/fs/my\\040groups rw,nosuid shared:4 - cgroup2 cgroup2 rw\n"
      "31 25 0:27 /docker/a /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[0].point, "/sys/fs/my groups");
  EXPECT_TRUE(mounts[0].is_unified);
  EXPECT_EQ(mounts[1].root, "/docker/a");
  EXPECT_EQ(mounts[1].controllers, "rw,memory");
}

/// A machine as /proc and /sys describe it.
class ControlGroupsOf : public ::testing::Test {
 protected:
  /// `member`: groups of the process. `mounts`: where they are mounted.
  void Process(const std::string& member, const std::string& mounts) {
    tree_.Write("proc/self/cgroup", member).Write("proc/self/mountinfo", mounts);
  }
  /// Version 2, which has one hierarchy of groups.
  void ProcessInUnified(const std::string& group) {
    Process("0::" + group + "\n", "30 25 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  }
  void Limit(const std::string& file, const std::string& text) {
    tree_.Write("sys/fs/cgroup/" + file, text);
  }
  [[nodiscard]] ControlGroupLimits Read() const { return ReadControlGroups(tree_.path(".")); }

  FixtureTree tree_;
};

/// A container sees its own group as the root (version 2).
TEST_F(ControlGroupsOf, ReadsLimitsOfVersion2Container) {
  ProcessInUnified("/");
  Limit("memory.max", "268435456\n");
  Limit("cpu.max", "50000 100000\n");
  Limit("cpuset.cpus.effective", "0-63\n");
  EXPECT_EQ(Read().memory, 256 * kMiB);
  EXPECT_EQ(Read().processors, 1U);
}

/// A systemd unit: the parent group sets the memory limit that its own group lacks.
TEST_F(ControlGroupsOf, ReadsLimitsOfParentGroup) {
  ProcessInUnified("/system.slice/prichal.service");
  Limit("system.slice/memory.max", "1073741824\n");
  Limit("system.slice/cpu.max", "max 100000\n");
  Limit("system.slice/prichal.service/memory.max", "max\n");
  Limit("system.slice/prichal.service/cpuset.cpus.effective", "0,2\n");
  EXPECT_EQ(Read().memory, kGiB);
  EXPECT_EQ(Read().processors, 2U);
}

/// A container with version 1: the mount is the container's group, the path is the host's.
TEST_F(ControlGroupsOf, ReadsLimitsOfVersion1Container) {
  Process("5:cpuset:/docker/abc\n4:cpu,cpuacct:/docker/abc\n3:memory:/docker/abc\n0::/x\n",
          "40 25 0:30 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
          "41 25 0:31 /docker/abc /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n"
          "42 25 0:32 /docker/abc /sys/fs/cgroup/cpuset ro - cgroup cgroup rw,cpuset\n");
  Limit("memory/memory.limit_in_bytes", "536870912\n");
  Limit("cpu/cpu.cfs_quota_us", "350000\n");
  Limit("cpu/cpu.cfs_period_us", "100000\n");
  Limit("cpuset/cpuset.effective_cpus", "0-2\n");
  EXPECT_EQ(Read().memory, 512 * kMiB);
  EXPECT_EQ(Read().processors, 3U);
}

TEST_F(ControlGroupsOf, FindsNoLimitsOutsideControlGroups) {
  EXPECT_EQ(Read().memory, std::nullopt);
  EXPECT_EQ(Read().processors, std::nullopt);
  const Machine machine = ReadMachine(tree_.path("."));
  EXPECT_GE(machine.processors, 1U);
  EXPECT_GT(machine.memory, kMiB);
}

TEST(Machine, SizesDefaultsByMachine) {
  Settings settings;
  (void)FitTo(settings, {.processors = 1, .memory = 256 * kMiB});
  EXPECT_EQ(settings.server.loops, 1U);
  EXPECT_EQ(settings.server.max_connections, 819U);
  EXPECT_EQ(settings.server.request_bytes, 16 * kMiB);
  EXPECT_EQ(settings.bridge.total_bytes, 64 * kMiB);
  EXPECT_EQ(settings.bridge.total_ids, 32'768U);
  EXPECT_EQ(settings.bridge.webhook_bytes, 8 * kMiB);
  EXPECT_EQ(settings.store.queue_bytes, 8 * kMiB);

  settings = {};
  settings.bridge.total_bytes = 5 * kMiB;  // set by the operator
  (void)FitTo(settings, {.processors = 400, .memory = 256 * kGiB});
  EXPECT_EQ(settings.server.loops, 256U);
  EXPECT_EQ(settings.server.max_connections, 18'000U);
  EXPECT_EQ(settings.server.request_bytes, 256 * kMiB);
  EXPECT_EQ(settings.bridge.total_bytes, 5 * kMiB);
  EXPECT_EQ(settings.bridge.total_ids, 1'000'000U);
  EXPECT_EQ(settings.store.queue_bytes, 64 * kMiB);
}

/// The reference of the configuration promises this: all limits together fit into the memory.
TEST(Machine, KeepsSumOfLimitsBelowMemory) {
  for (const std::uint64_t memory : {256 * kMiB, 512 * kMiB, kGiB, 4 * kGiB, 64 * kGiB}) {
    for (const bool signs_in : {false, true}) {
      Settings settings;
      settings.bridge.webhook_url = {"https://a.example.org", "https://b.example.org"};
      if (signs_in) {
        settings.auth.ton_domains = {"app.example.org"};
        settings.auth.webhook_url = settings.bridge.webhook_url;
      }
      (void)FitTo(settings, {.processors = 1, .memory = memory});
      const std::uint64_t all = MostMemory(settings);
      EXPECT_LT(all, memory) << "of " << memory / kMiB << " MiB: " << all / kMiB
                             << (signs_in ? " with sign-in" : "");
    }
  }
}

}  // namespace
}  // namespace prichal::config
