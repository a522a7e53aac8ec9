// Downloading a wallets list from an upstream with any behaviour.

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "site/wallets/icon.h"
#include "site/wallets/pull.h"
#include "site/wallets_list.h"
#include "tests/fixtures/wallets_upstream.h"

namespace prichal::testing {
namespace {

using End = WalletsUpstream::End;
using site::wallets::Pulled;
using site::wallets::Reason;
using site::wallets::Snapshot;

constexpr Millis kNow{1'790'000'000'000};
constexpr Millis kLater{1'790'000'060'000};

class WalletsPull : public ::testing::Test {
 protected:
  [[nodiscard]] site::wallets::PullOptions Options() const {
    return {.source = upstream_.source()};
  }

  [[nodiscard]] Result<Pulled, site::wallets::DownloadFailure> Pull(
      const Snapshot* before = nullptr, Millis now = kNow) {
    return site::wallets::Puller(https_, Options()).Pull(before, now);
  }

  /// Expects that pulling fails for this reason.
  void ExpectFailure(Reason reason, const Snapshot* before = nullptr) {
    const auto pulled = Pull(before);
    ASSERT_FALSE(pulled);
    EXPECT_EQ(pulled.error().reason, reason) << pulled.error().words;
  }

  WalletsUpstream upstream_;
  outbound::HttpsClient https_;
};

TEST_F(WalletsPull, ConvertsImagesToIcons) {
  upstream_.Publish({upstream_.Wallet("quay", 0x3366cc), upstream_.Wallet("pier", 0xcc6633)});
  const auto pulled = Pull();
  ASSERT_TRUE(pulled) << pulled.error().words;
  EXPECT_TRUE(pulled->changed);
  EXPECT_EQ(pulled->wallets, 2U);
  const auto& snapshot = *pulled->snapshot;
  EXPECT_EQ(snapshot.source, upstream_.source());
  EXPECT_EQ(snapshot.pulled_at, kNow);
  ASSERT_EQ(snapshot.icons.size(), 2U);
  const auto icon = site::wallets::Decode(snapshot.icons.at("pier").webp, site::wallets::kIconSide);
  ASSERT_TRUE(icon);
  EXPECT_EQ(icon->width, site::wallets::kIconSide);
}

TEST_F(WalletsPull, DownloadsOnlyChanges) {
  upstream_.Publish({upstream_.Wallet("quay", 0x3366cc)}, "ETag: \"list-1\"\r\n");
  const auto png = site::wallets::FixturePng(site::wallets::FixturePixels(288, 288, 0x3366cc));
  upstream_.Say("/quay.png", {.body = png, .lines = "ETag: \"icon-1\"\r\n"});
  const auto first = Pull();
  ASSERT_TRUE(first);
  const auto second = Pull(first->snapshot.get(), kLater);
  ASSERT_TRUE(second) << second.error().words;
  EXPECT_FALSE(second->changed);
  EXPECT_EQ(second->snapshot->pulled_at, kLater);
  EXPECT_EQ(second->snapshot->list, first->snapshot->list);
  EXPECT_EQ(second->snapshot->icons.at("quay").webp, first->snapshot->icons.at("quay").webp);
  ASSERT_EQ(upstream_.Asked("/wallets-v2.json").size(), 2U);
  EXPECT_NE(upstream_.Asked("/wallets-v2.json")[1].find("If-None-Match: \"list-1\"\r\n"),
            std::string::npos);
  EXPECT_NE(upstream_.Asked("/quay.png").at(1).find("If-None-Match: \"icon-1\"\r\n"),
            std::string::npos);
  // A changed picture with an unchanged list.
  upstream_.Say("/quay.png",
                {.body = site::wallets::FixturePng(site::wallets::FixturePixels(9, 9, 1)),
                 .lines = "ETag: \"icon-2\"\r\n"});
  const auto third = Pull(second->snapshot.get());
  ASSERT_TRUE(third);
  EXPECT_TRUE(third->changed);
}

TEST_F(WalletsPull, RejectsMalformedList) {
  ExpectFailure(Reason::kStatus);  // 404
  upstream_.Say("/wallets-v2.json", {.body = "<html>we moved</html>"});
  ExpectFailure(Reason::kMalformed);
  upstream_.Say("/wallets-v2.json",
                {.status = "302 Found", .body = "", .lines = "Location: /list\r\n"});
  upstream_.Say("/list", {.body = "[]"});
  ExpectFailure(Reason::kStatus);
  EXPECT_TRUE(upstream_.Asked("/list").empty());
  upstream_.Say("/wallets-v2.json", {.status = "304 Not Modified", .body = ""});
  ExpectFailure(Reason::kStatus);  // the request was not conditional
  upstream_.Publish({upstream_.Wallet("quay", 1)});
  upstream_.Say("/wallets-v2.json",
                {.body = "[" + upstream_.Wallet("quay", 1) + "]", .end = End::kHalf});
  ExpectFailure(Reason::kUnreachable);
  upstream_.Say("/wallets-v2.json", {.body = "[", .end = End::kFlood});
  ExpectFailure(Reason::kTooLarge);
  upstream_.Say("/wallets-v2.json",
                {.body = "[]", .lines = "X: " + std::string(60'000, 'x') + "\r\n"});
  ExpectFailure(Reason::kTooLarge);
  upstream_.Die();
  ExpectFailure(Reason::kUnreachable);
}

TEST_F(WalletsPull, HonorsRetryAfter) {
  upstream_.Say("/wallets-v2.json",
                {.status = "503 Unavailable", .body = "", .lines = "Retry-After: 7200\r\n"});
  const auto pulled = Pull();
  ASSERT_FALSE(pulled);
  EXPECT_EQ(pulled.error().retry_after, std::chrono::seconds(7'200));
}

TEST_F(WalletsPull, RejectsListThatLostMostWallets) {
  std::vector<std::string> entries;
  for (const auto* name : {"a", "b", "c", "d", "e"}) entries.push_back(upstream_.Wallet(name, 1));
  upstream_.Publish(entries);
  const auto before = Pull();
  ASSERT_TRUE(before);
  entries.resize(3);
  upstream_.Publish(entries);
  EXPECT_TRUE(Pull(before->snapshot.get()));
  entries.resize(2);
  upstream_.Publish(entries);
  ExpectFailure(Reason::kShrunk, before->snapshot.get());
  auto options = Options();
  options.accepts_shrunk = true;
  EXPECT_TRUE(site::wallets::Puller(https_, options).Pull(before->snapshot.get(), kNow));
  // Another source's list was never larger.
  auto elsewhere = *before->snapshot;
  elsewhere.source = "https://other.example.org/";
  EXPECT_TRUE(Pull(&elsewhere));
}

TEST_F(WalletsPull, DropsOnlyIconForUnusableImage) {
  using Answer = WalletsUpstream::Answer;
  const auto png = site::wallets::FixturePng(site::wallets::FixturePixels(288, 288, 0x3366cc));
  const std::map<std::string, std::pair<Answer, Reason>> bad{
      {"bomb", {{.body = site::wallets::FixtureBomb(60'000)}, Reason::kMalformed}},
      {"vector", {{.body = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"}, Reason::kMalformed}},
      {"page", {{.body = "<!doctype html>"}, Reason::kMalformed}},
      {"gone", {{.status = "404 Not Found", .body = png}, Reason::kStatus}},
      {"half", {{.body = png, .end = End::kHalf}, Reason::kUnreachable}},
      {"flood", {{.body = png, .end = End::kFlood}, Reason::kTooLarge}},
      {"huge", {{.body = std::string(600'000, 'x')}, Reason::kTooLarge}},
      {"elsewhere",
       {{.status = "301 Moved", .body = "", .lines = "Location: /quay.png\r\n"}, Reason::kStatus}}};
  std::vector<std::string> entries{upstream_.Wallet("quay", 0x3366cc)};
  for (const auto& [name, answer] : bad) {
    upstream_.Say("/" + name, answer.first);
    entries.push_back(WalletsUpstream::Entry(name, upstream_.origin() + "/" + name));
  }
  upstream_.Publish(entries);
  const auto pulled = Pull();
  ASSERT_TRUE(pulled) << pulled.error().words;
  EXPECT_EQ(pulled->wallets, bad.size() + 1);
  EXPECT_EQ(pulled->snapshot->icons.size(), 1U);
  EXPECT_TRUE(pulled->snapshot->icons.contains("quay"));
  ASSERT_EQ(pulled->icon_failures.size(), bad.size());
  for (const auto& failed : pulled->icon_failures) {
    EXPECT_EQ(failed.failure.reason, bad.at(failed.app_name).second) << failed.app_name;
    EXPECT_FALSE(failed.has_older);
  }
}

TEST_F(WalletsPull, KeepsOldIconIfImageIsGone) {
  upstream_.Publish({upstream_.Wallet("quay", 0x3366cc)});
  const auto before = Pull();
  ASSERT_TRUE(before);
  upstream_.Publish({WalletsUpstream::Entry("quay", upstream_.origin() + "/nowhere.png")});
  const auto after = Pull(before->snapshot.get());
  ASSERT_TRUE(after);
  ASSERT_EQ(after->icon_failures.size(), 1U);
  EXPECT_TRUE(after->icon_failures[0].has_older);
  EXPECT_EQ(after->snapshot->icons.at("quay").webp, before->snapshot->icons.at("quay").webp);
}

TEST_F(WalletsPull, RejectsLocalAndPrivateImageAddresses) {
  WalletsUpstream inside;  // a foreign server on this machine
  const auto port = inside.origin().substr(inside.origin().rfind(':'));
  upstream_.Publish({upstream_.Wallet("quay", 1),
                     WalletsUpstream::Entry("number", "https://127.0.0.1" + port + "/a"),
                     WalletsUpstream::Entry("name", "https://localhost" + port + "/a"),
                     WalletsUpstream::Entry("six", "https://[::1]" + port + "/a"),
                     WalletsUpstream::Entry("mapped", "https://[::ffff:127.0.0.1]" + port + "/a"),
                     WalletsUpstream::Entry("short", "https://127.1" + port + "/a"),
                     WalletsUpstream::Entry("metadata", "https://169.254.169.254/latest"),
                     WalletsUpstream::Entry("private", "https://10.0.0.1/a"),
                     WalletsUpstream::Entry("plain", "http://127.0.0.1" + port + "/a")});
  const auto pulled = Pull();
  ASSERT_TRUE(pulled) << pulled.error().words;
  EXPECT_EQ(pulled->dropped.size(), 1U);  // http on a host other than the mirror
  EXPECT_EQ(pulled->icon_failures.size(), 7U);
  for (const auto& failed : pulled->icon_failures) {
    EXPECT_EQ(failed.failure.reason, Reason::kAddress)
        << failed.app_name << ": " << failed.failure.words;
  }
  EXPECT_TRUE(inside.Asked("/a").empty());
}

TEST_F(WalletsPull, AcceptsOtherPrichalAsMirror) {
  upstream_.Publish({upstream_.Wallet("quay", 0x3366cc),
                     WalletsUpstream::Entry("bare", upstream_.origin() + "/nothing")});
  const auto pulled = Pull();
  ASSERT_TRUE(pulled);
  WalletsUpstream mirror;
  const auto served = site::wallets::ToServe(*pulled->snapshot);
  const auto list = site::ComposeWallets(served.list, std::nullopt, mirror.origin(), &served.icons);
  ASSERT_TRUE(list) << list.error();
  mirror.Say("/wallets-v2.json", {.body = list->json});
  const auto& icon = served.icons.at("quay");
  mirror.Say(icon.path, {.body = icon.webp});
  const auto again = site::wallets::Puller(https_, {.source = mirror.source()}).Pull(nullptr, kNow);
  ASSERT_TRUE(again) << again.error().words;
  EXPECT_EQ(again->wallets, 2U);
  EXPECT_TRUE(again->dropped.empty());
  EXPECT_TRUE(again->icon_failures.empty());
  EXPECT_EQ(again->snapshot->icons.size(), 1U);
}

TEST_F(WalletsPull, RejectsPlainHttpToInternet) {
  const auto pulled = site::wallets::Puller(https_, {.source = "http://1.1.1.1/wallets-v2.json"})
                          .Pull(nullptr, kNow);
  ASSERT_FALSE(pulled);
  EXPECT_EQ(pulled.error().reason, Reason::kAddress);
  EXPECT_EQ(pulled.error().words, "is plain http and leads out into the internet; use https");
}

TEST_F(WalletsPull, TimesOutStalledUpstream) {
  upstream_.Say("/wallets-v2.json", {.body = "[]", .end = End::kStall});
  auto options = Options();
  options.list_timeout = Millis(100);
  auto pulled = site::wallets::Puller(https_, options).Pull(nullptr, kNow);
  ASSERT_FALSE(pulled);
  EXPECT_EQ(pulled.error().reason, Reason::kTimeout);
  // Timeout for all pictures together; the ones received in time are used.
  upstream_.Publish({upstream_.Wallet("quay", 1),
                     WalletsUpstream::Entry("slow", upstream_.origin() + "/slow"),
                     WalletsUpstream::Entry("late", upstream_.origin() + "/slow")});
  upstream_.Say("/slow", {.body = "RIFF", .end = End::kStall});
  options = Options();
  options.round_timeout = Millis(2'000);
  options.icon_timeout = Millis(60'000);
  options.most_parallel = 2;
  pulled = site::wallets::Puller(https_, options).Pull(nullptr, kNow);
  ASSERT_TRUE(pulled) << pulled.error().words;
  EXPECT_TRUE(pulled->snapshot->icons.contains("quay"));
  ASSERT_EQ(pulled->icon_failures.size(), 2U);
  EXPECT_EQ(pulled->icon_failures[0].failure.reason, Reason::kTimeout);
}

TEST_F(WalletsPull, EndsOnlyWhenStopped) {
  upstream_.Say("/wallets-v2.json", {.body = "[]", .end = End::kStall});
  site::wallets::Puller puller(https_, Options());
  std::optional<Result<Pulled, site::wallets::DownloadFailure>> result;
  std::thread pulling([&] { result.emplace(puller.Pull(nullptr, kNow)); });
  Await("the list is requested", [&] { return !upstream_.Asked("/wallets-v2.json").empty(); });
  const auto begun = std::chrono::steady_clock::now();
  puller.Stop();
  pulling.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
  ASSERT_TRUE(result);
  EXPECT_FALSE(*result);
  EXPECT_FALSE(puller.Pull(nullptr, kNow));
}

}  // namespace
}  // namespace prichal::testing
