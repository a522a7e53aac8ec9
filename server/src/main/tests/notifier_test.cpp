#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <regex>

#include "base/tests/fixture_tree.h"
#include "main/systemd.h"
#include "main/tests/fixture_manager.h"

namespace prichal::main {
namespace {

using std::chrono::microseconds;

void ExpectTold(const std::string& name) {
  const FixtureManager manager(name);
  const auto notifier = Notifier::Open(name);
  ASSERT_TRUE(notifier) << notifier.error();
  notifier->Ready("listening on http://127.0.0.1:8080");
  EXPECT_EQ(manager.Next(), "READY=1\nSTATUS=listening on http://127.0.0.1:8080\n");
  notifier->Feed();
  EXPECT_EQ(manager.Next(), FixtureManager::kFed);
  notifier->Stopping("draining");
  EXPECT_EQ(manager.Next(), "STOPPING=1\nSTATUS=draining\n");
}

/// Abstract name for this process; "@" is for the leading zero byte.
std::string Abstract() { return fmt::format("@prichal-notifier-test-{}", getpid()); }

/// Returns `first` followed by `more` bytes.
std::string Named(char first, std::size_t more) { return std::string(1, first).append(more, 'x'); }

TEST(Notifier, SendsToSocketInFolder) {
  FixtureTree tree;
  tree.Write("there", "");
  ExpectTold(tree.path("notify"));
}

TEST(Notifier, SendsToAbstractSocket) { ExpectTold(Abstract()); }

TEST(Notifier, SendsMonotonicClockOnReload) {
  const FixtureManager manager(Abstract());
  const auto notifier = Notifier::Open(manager.name());
  ASSERT_TRUE(notifier) << notifier.error();
  const auto now = [] {
    return std::chrono::duration_cast<microseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  };
  const auto before = now();
  notifier->Reloading();
  const auto after = now();
  const std::string received = manager.Next();
  std::smatch match;
  ASSERT_TRUE(std::regex_match(received, match, std::regex("RELOADING=1\nMONOTONIC_USEC=(\\d+)\n")))
      << received;
  EXPECT_GE(std::stoll(match[1]), before);
  EXPECT_LE(std::stoll(match[1]), after);
}

TEST(Notifier, KeepsStatusInOneLine) {
  const FixtureManager manager(Abstract());
  const auto notifier = Notifier::Open(manager.name());
  ASSERT_TRUE(notifier) << notifier.error();
  notifier->Ready("refused:\nSTOPPING=1");
  EXPECT_EQ(manager.Next(), "READY=1\nSTATUS=refused: STOPPING=1\n");
}

TEST(Notifier, ToleratesMissingSocket) {
  Notifier::Open("").value().Ready("alone");
  Notifier::Open("/nonexistent/notify").value().Ready("alone");
}

TEST(Notifier, RejectsInvalidSocketName) {
  for (const std::string& name : {std::string("notify"), std::string("vsock:2:1"), std::string("/"),
                                  std::string("@"), Named('/', 107), Named('@', 108)}) {
    const auto notifier = Notifier::Open(name);
    ASSERT_FALSE(notifier) << name;
    EXPECT_TRUE(
        notifier.error().starts_with(fmt::format("NOTIFY_SOCKET = \"{}\": expected ", name)))
        << notifier.error();
  }
  EXPECT_TRUE(Notifier::Open(Named('/', 106)));
  EXPECT_TRUE(Notifier::Open(Named('@', 107)));
}

TEST(WatchdogInterval, AppliesOnlyToNamedProcess) {
  EXPECT_EQ(WatchdogInterval("30000000", "77", 77), microseconds(30'000'000));
  EXPECT_EQ(WatchdogInterval("30000000", nullptr, 77), microseconds(30'000'000));
  EXPECT_EQ(WatchdogInterval("30000000", "78", 77), std::nullopt);
  EXPECT_EQ(WatchdogInterval(nullptr, "77", 77), std::nullopt);
  for (const char* text : {"", "0", "-1", "1s", "99999999999999999999"}) {
    EXPECT_EQ(WatchdogInterval(text, "77", 77), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace prichal::main
