#include "site/wallets/snapshot.h"

#include <gtest/gtest.h>

#include <string>

#include "site/wallets/list.h"
#include "site/wallets/refresher.h"

namespace prichal::site::wallets {
namespace {

constexpr std::string_view kList =
    R"([{"app_name":"quay","name":"Quay","image":"https://quay.org/icon.png",)"
    R"("about_url":"https://quay.org","bridge":[{"type":"js","key":"quay"}],"platforms":[]},)"
    R"({"app_name":"../pier","name":"Pier","image":"https://pier.org/icon.png",)"
    R"("about_url":"https://pier.org","bridge":[{"type":"js","key":"pier"}],"platforms":[]}])";

Snapshot Made() {
  return {.source = "https://lists.org/wallets-v2.json",
          .validators = {.etag = "\"1\"", .last_modified = "Wed, 21 Oct 2026 07:28:00 GMT"},
          .pulled_at = Millis(1'790'000'000'123),
          .list = std::string(kList),
          .icons = {{"quay",
                     {.image = "https://quay.org/icon.png",
                      .validators = {.etag = "W/\"2\"", .last_modified = ""},
                      .webp = std::string("RIFF\0\xff", 6)}},
                    {"../pier", {.image = "https://pier.org/icon.png", .webp = "RIFF"}}}};
}

TEST(WalletsSnapshot, RoundTrips) {
  const auto read = ParseSnapshot(Serialize(Made()));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->source, Made().source);
  EXPECT_EQ(read->validators, Made().validators);
  EXPECT_EQ(read->pulled_at, Made().pulled_at);
  EXPECT_EQ(read->list, kList);
  ASSERT_EQ(read->icons.size(), 2U);
  EXPECT_EQ(read->icons.at("quay").webp, Made().icons.at("quay").webp);
  EXPECT_EQ(read->icons.at("quay").validators, Made().icons.at("quay").validators);
}

TEST(WalletsSnapshot, RejectsTruncatedOrAlteredSnapshot) {
  const auto bytes = Serialize(Made());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_FALSE(ParseSnapshot(changed)) << at;
    EXPECT_FALSE(ParseSnapshot(bytes.substr(0, at))) << at;
  }
  EXPECT_FALSE(ParseSnapshot(bytes + "x"));
}

TEST(WalletsSnapshot, ServesIconsUnderContentHashes) {
  const auto served = ToServe(Made());
  EXPECT_EQ(served.list, kList);
  const auto& path = served.icons.at("quay").path;
  EXPECT_TRUE(path.starts_with("/wallets/quay.")) << path;
  EXPECT_TRUE(path.ends_with(".webp")) << path;
  EXPECT_EQ(path.size(), std::string("/wallets/quay.").size() + 16 + 5);
  // An untrusted name cannot lead to another directory.
  EXPECT_TRUE(served.icons.at("../pier").path.starts_with("/wallets/---pier."));
  auto other = Made();
  other.icons.at("quay").webp += "x";
  EXPECT_NE(ToServe(other).icons.at("quay").path, path);
}

TEST(Refresher, StartsWhenListIsStaleOrFromOtherSource) {
  const RefresherOptions options{.pull = {.source = Made().source}, .interval = Millis(60'000)};
  const auto last = Made();
  const auto at = [&](std::int64_t later) {
    return FirstPause(options, &last, last.pulled_at + Millis(later)).count();
  };
  EXPECT_EQ(FirstPause(options, nullptr, last.pulled_at), Millis(0));
  EXPECT_EQ(at(0), 60'000);
  EXPECT_EQ(at(59'000), 1'000);
  EXPECT_EQ(at(61'000), 0);
  EXPECT_EQ(at(-1), 0);  // the clock was set back
  const RefresherOptions another{.pull = {.source = "https://other.org/"},
                                 .interval = Millis(60'000)};
  EXPECT_EQ(FirstPause(another, &last, last.pulled_at), Millis(0));
}

TEST(Refresher, BacksOffWithJitter) {
  const Millis day{86'400'000};
  EXPECT_EQ(PauseAfterFailures(1, day, {}, 0), Millis(15'000));
  EXPECT_EQ(PauseAfterFailures(1, day, {}, 1), Millis(30'000));
  EXPECT_EQ(PauseAfterFailures(3, day, {}, 1), Millis(120'000));
  EXPECT_EQ(PauseAfterFailures(60, day, {}, 1), Millis(3'600'000));
  EXPECT_EQ(PauseAfterFailures(60, Millis(1'000), {}, 1), Millis(1'000));
  EXPECT_EQ(PauseAfterFailures(1, day, std::chrono::seconds(7'200), 0), Millis(7'200'000));
}

}  // namespace
}  // namespace prichal::site::wallets
