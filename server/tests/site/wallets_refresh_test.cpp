// The binary with its own wallets list: updated while it runs, saved, served with icons, and kept
// while the upstream fails.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <regex>
#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/process_fixture.h"
#include "tests/fixtures/wallets_upstream.h"

namespace prichal::testing {
namespace {

using End = WalletsUpstream::End;

class WalletsRefreshTest : public ProcessTest {
 protected:
  using Environment = std::map<std::string, std::string>;

  /// One loop, because several loops switch to a new list at different moments.
  [[nodiscard]] static Environment From(const std::string& source, const char* seconds = "1") {
    return {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"},
            {"PRICHAL_SERVER_LOOPS", "1"},
            {"PRICHAL_WALLETS_REFRESH", seconds},
            {"PRICHAL_WALLETS_SOURCE", source}};
  }

  static std::string List(const Addresses& at) { return BodyOf(Get(at.site, "/wallets-v2.json")); }
  static bool Has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  static void WaitForList(const Addresses& at, const std::string& part) {
    Await("the list has " + part, [&] { return Has(List(at), part); });
  }
  /// Returns the path of a wallet's icon. Empty if it has none.
  static std::string IconOf(const Addresses& at, const std::string& wallet) {
    const auto list = List(at);
    std::smatch match;
    const std::regex icon("https://app\\.example\\.org(/wallets/" + wallet +
                          "\\.[0-9a-f]{16}\\.webp)");
    return std::regex_search(list, match, icon) ? match[1].str() : "";
  }
  static std::string Pictures(const Addresses& at) {
    const auto policy = HeaderOf(Get(at.site, "/"), "Content-Security-Policy").value_or("");
    const auto begin = policy.find("img-src");
    return policy.substr(begin, policy.find(';', begin) - begin);
  }
  static std::string Metric(const Addresses& at, const std::string& name) {
    const auto text = BodyOf(Get(at.admin, "/metrics"));
    const auto begin = text.find("\n" + name + " ");
    if (begin == std::string::npos) return "";
    const auto value = begin + name.size() + 2;
    return text.substr(value, text.find('\n', value) - value);
  }
  static std::string Failures(const Addresses& at, const std::string& reason) {
    return Metric(at, "prichal_wallets_refresh_failures_total{reason=\"" + reason + "\"}");
  }

  WalletsUpstream upstream_;
};

TEST_F(WalletsRefreshTest, ServesOwnIconsUnderPolicyForOwnOrigin) {
  upstream_.Publish({upstream_.Wallet("quay", 0x3366cc), upstream_.Wallet("pier", 0xcc6633),
                     WalletsUpstream::Entry("bare", "https://127.0.0.1:1/bare.png"), "7"});
  ServerProcess server(Serve({}), From(upstream_.source(), "3600"));
  const auto at = ReadAddresses(server);
  WaitForList(at, "quay");
  EXPECT_EQ(Pictures(at), "img-src 'self' data: https://app.example.org");
  const auto list = Get(at.site, "/wallets-v2.json");
  EXPECT_EQ(HeaderOf(list, "Access-Control-Allow-Origin"), "*");
  EXPECT_FALSE(Has(BodyOf(list), upstream_.origin())) << BodyOf(list);
  EXPECT_TRUE(Has(BodyOf(list), R"("name":"Wallet bare","image":"")")) << BodyOf(list);
  const auto path = IconOf(at, "pier");
  ASSERT_NE(path, "") << BodyOf(list);
  const auto icon = Get(at.site, path);
  EXPECT_EQ(StatusOf(icon), 200);
  EXPECT_EQ(HeaderOf(icon, "Content-Type"), "image/webp");
  EXPECT_EQ(HeaderOf(icon, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(HeaderOf(icon, "Cross-Origin-Resource-Policy"), "cross-origin");
  EXPECT_EQ(HeaderOf(icon, "X-Content-Type-Options"), "nosniff");
  EXPECT_TRUE(BodyOf(icon).starts_with("RIFF"));
  EXPECT_EQ(StatusOf(Get(at.site, "/wallets/pier.0.webp", "Accept: text/html\r\n")), 404);
  const auto policy = HeaderOf(Get(at.site, "/"), "Content-Security-Policy").value_or("");
  EXPECT_TRUE(Has(policy, "https://bridge.pier.example.org")) << policy;
  EXPECT_EQ(Metric(at, "prichal_wallets"), "3");
  EXPECT_EQ(Metric(at, "prichal_wallets_with_icon"), "2");
  EXPECT_EQ(Metric(at, "prichal_wallets_dropped"), "1");
  EXPECT_EQ(Metric(at, "prichal_wallets_icon_failures_total{reason=\"address\"}"), "1");
  EXPECT_EQ(Metric(at, "prichal_wallets_refreshes_total{result=\"changed\"}"), "1");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_TRUE(Has(server.err(), "a new wallets list is served wallets=3 icons=2 dropped=1"))
      << server.err();
  EXPECT_TRUE(
      Has(server.err(), "a wallet of the list is ignored reason=\"entry 4: is not an object\""))
      << server.err();
}

TEST_F(WalletsRefreshTest, ServesLastListAfterRestartWithoutNetwork) {
  upstream_.Publish({upstream_.Wallet("quay", 0x3366cc)});
  std::string icon;
  {
    ServerProcess server(Serve({}), From(upstream_.source()));
    const auto at = ReadAddresses(server);
    WaitForList(at, "quay");
    icon = IconOf(at, "quay");
    server.Signal(SIGTERM);
    EXPECT_EQ(server.Wait(), 0) << server.err();
  }
  upstream_.Die();
  ServerProcess server(Serve({}), From(upstream_.source()));
  const auto at = ReadAddresses(server);
  // In the first response already.
  EXPECT_EQ(IconOf(at, "quay"), icon);
  EXPECT_EQ(StatusOf(Get(at.site, icon)), 200);
  EXPECT_EQ(Pictures(at), "img-src 'self' data: https://app.example.org");
  Await("a failed refresh is counted", [&] { return Failures(at, "unreachable") != "0"; });
  EXPECT_EQ(IconOf(at, "quay"), icon);
  EXPECT_NE(Metric(at, "prichal_wallets_pulled_at_seconds"), "0");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(WalletsRefreshTest, IgnoresBrokenSnapshotFile) {
  tree_.Write("data/wallets.snapshot", "prichal wallets 1 0000\n{}");
  ServerProcess server(Serve({}), From(upstream_.source(), "0"));
  const auto at = ReadAddresses(server);
  EXPECT_TRUE(Has(List(at), "tonkeeper.com/assets/icon.png"));  // from the build
  EXPECT_EQ(Pictures(at), "img-src 'self' data: https://tonkeeper.com");
  EXPECT_EQ(Metric(at, "prichal_wallets_pulled_at_seconds"), "0");
  EXPECT_TRUE(upstream_.Asked("/wallets-v2.json").empty());
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_TRUE(Has(server.err(), "the saved wallets list is not used")) << server.err();
}

TEST_F(WalletsRefreshTest, KeepsLastListIfUpstreamFails) {
  const std::vector<std::string> good{upstream_.Wallet("quay", 1), upstream_.Wallet("pier", 2),
                                      upstream_.Wallet("mole", 3)};
  upstream_.Publish(good);
  ServerProcess server(Serve({}), From(upstream_.source()));
  const auto at = ReadAddresses(server);
  WaitForList(at, "quay");
  const auto list = List(at);
  const std::vector<std::pair<WalletsUpstream::Answer, std::string>> bad{
      {{.status = "500 Oh", .body = ""}, "status"},
      {{.body = "<html>"}, "malformed"},
      {{.body = "[" + good[0] + "," + good[1], .end = End::kHalf}, "unreachable"},
      {{.body = "[", .end = End::kFlood}, "too_large"},
      {{.body = "[" + good[0] + "]"}, "shrunk"}};
  for (const auto& [answer, reason] : bad) {
    upstream_.Say("/wallets-v2.json", answer);
    Await("a failure is counted as " + reason,
          [&, before = Failures(at, reason)] { return Failures(at, reason) != before; });
    EXPECT_EQ(List(at), list) << reason;
    EXPECT_EQ(StatusOf(Get(at.site, IconOf(at, "mole"))), 200);
  }
  // When the upstream works again, updates continue.
  upstream_.Publish({good[0], good[1], upstream_.Wallet("jetty", 4)});
  WaitForList(at, "jetty");
  // The list changes while a page uses it: its icons stay available for a day.
  const auto old = IconOf(at, "quay");
  upstream_.Publish({upstream_.Wallet("quay", 0xffffff), good[1]});
  Await("the icon changes", [&] { return IconOf(at, "quay") != old; });
  EXPECT_EQ(StatusOf(Get(at.site, old)), 200);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(WalletsRefreshTest, StalledUpstreamDelaysNoRequestOrExit) {
  upstream_.Say("/wallets-v2.json", {.body = "[]", .end = End::kStall});
  ServerProcess server(Serve({}), From(upstream_.source()));
  const auto at = ReadAddresses(server);
  Await("the list is requested", [&] { return !upstream_.Asked("/wallets-v2.json").empty(); });
  EXPECT_EQ(StatusOf(Get(at.site, "/")), 200);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
  EXPECT_EQ(upstream_.Asked("/wallets-v2.json").size(), 1U);
}

TEST_F(WalletsRefreshTest, LoadsManuallyPulledListAtStartAndReload) {
  const auto pull = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"wallets",          "pull", "--from",
                                       upstream_.source(), "--to", tree_.path("data")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ServerProcess command(arguments);
    const int code = command.Wait();
    return std::to_string(code) + " " + command.out() + command.err();
  };
  upstream_.Publish({upstream_.Wallet("quay", 1), upstream_.Wallet("pier", 2),
                     WalletsUpstream::Entry("bare", upstream_.origin() + "/nothing"), "7"});
  const auto first = pull({});
  EXPECT_TRUE(std::regex_match(first, std::regex("0 " + tree_.path("data/wallets.snapshot") +
                                                 ": 3 wallets, 2 icons, \\d+ bytes\n"
                                                 "  left out: entry 4: is not an object\n"
                                                 "  no picture: bare: is answered with 404\n")))
      << first;
  EXPECT_TRUE(Has(pull({}), ", nothing new"));
  ServerProcess server(Serve({}), From(upstream_.source(), "0"));
  const auto at = ReadAddresses(server);
  EXPECT_NE(IconOf(at, "pier"), "");
  upstream_.Publish({upstream_.Wallet("mole", 3)});
  const auto shrunk = pull({});
  EXPECT_TRUE(shrunk.starts_with("1 prichal: " + upstream_.source() +
                                 ": the list has only 1 valid wallets, the previous one had 3. "))
      << shrunk;
  EXPECT_TRUE(pull({"--force"}).starts_with("0 "));
  server.Signal(SIGHUP);
  WaitForList(at, "mole");
  EXPECT_FALSE(Has(List(at), "quay"));
  EXPECT_EQ(Metric(at, "prichal_wallets"), "1");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

// A refused reload must not consume the list of the data directory.
TEST_F(WalletsRefreshTest, LoadsPulledListAfterRefusedReload) {
  const auto pull = [&] {
    ServerProcess command(
        {"wallets", "pull", "--force", "--from", upstream_.source(), "--to", tree_.path("data")});
    ASSERT_EQ(command.Wait(), 0) << command.err();
  };
  upstream_.Publish({upstream_.Wallet("quay", 1)});
  pull();
  tree_.Write("secret", "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=\n");
  std::filesystem::permissions(tree_.path("secret"), std::filesystem::perms(0600));
  Environment environment = From(upstream_.source(), "0");
  environment.insert({{"PRICHAL_AUTH_TON_DOMAINS", "app.example.org"},
                      {"PRICHAL_AUTH_WEBHOOK_URL", "https://hooks.example.org/"},
                      {"PRICHAL_AUTH_WEBHOOK_SECRET_FILE", tree_.path("secret")}});
  ServerProcess server(Serve({}), environment);
  const auto at = ReadAddresses(server);
  upstream_.Publish({upstream_.Wallet("mole", 3)});
  pull();
  std::filesystem::rename(tree_.path("secret"), tree_.path("away"));
  server.Signal(SIGHUP);
  server.ReadError("auth.webhook_secret_file");
  EXPECT_TRUE(Has(List(at), "quay"));
  EXPECT_EQ(Metric(at, "prichal_wallets"), "1");
  std::filesystem::rename(tree_.path("away"), tree_.path("secret"));
  server.Signal(SIGHUP);
  WaitForList(at, "mole");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(WalletsRefreshTest, EnablesRefreshAndChangesSourceOnReload) {
  const auto configure = [&](const std::string& wallets) {
    tree_.Write(
        "prichal.toml",
        "[server]\nloops = 1\n[site]\norigin = \"https://app.example.org\"\n[wallets]\n" + wallets);
  };
  configure("refresh = 0\n");
  ServerProcess server(Serve({"--config", tree_.path("prichal.toml")}));
  const auto at = ReadAddresses(server);
  upstream_.Publish({upstream_.Wallet("quay", 1)});
  configure("refresh = 3600\nsource = \"" + upstream_.source() + "\"\n");
  server.Signal(SIGHUP);
  WaitForList(at, "quay");
  EXPECT_EQ(Metric(at, "prichal_wallets_refresh_seconds"), "3600");
  WalletsUpstream mirror;
  mirror.Publish({mirror.Wallet("pier", 2)});
  configure("refresh = 3600\nsource = \"" + mirror.source() + "\"\n");
  server.Signal(SIGHUP);
  WaitForList(at, "pier");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

}  // namespace
}  // namespace prichal::testing
