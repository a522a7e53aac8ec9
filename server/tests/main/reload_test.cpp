// SIGHUP: the server reloads its configuration and site without dropping connections.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "site/page.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

/// A server with a configuration file, an open stream, and its log.
class ReloadTest : public ProcessTest {
 protected:
  void Configure(const std::string& more) {
    tree_.Write("prichal.toml", "[dev]\nenabled = true\n" + more);
  }

  [[nodiscard]] std::vector<std::string> WithFile() const {
    return Serve({"--config", tree_.path("prichal.toml")});
  }

  static int Send(const std::string& site, const std::string& text, const std::string& lines = {}) {
    return StatusOf(RawClient(site).Ask("POST /bridge/message?client_id=" + kClientId +
                                        "&to=" + kClientId + "&ttl=60 HTTP/1.1\r\nHost: x\r\n" +
                                        lines + "Content-Length: " + std::to_string(text.size()) +
                                        "\r\n\r\n" + text));
  }
};

TEST_F(ReloadTest, ServesNewBuildAndKeepsStreamsAndOldAssets) {
  Configure({});
  ServerProcess server(WithFile(), Stand());
  const auto site = ReadAddresses(server).site;
  RawClient stream = OpenStream(site);
  const auto asset = BodyOf(Get(site, "/assets/index-a1b2.js"));
  std::filesystem::remove(tree_.path("web/assets/index-a1b2.js"));
  std::filesystem::remove(tree_.path("web/icon.png"));
  tree_.Write("web/assets/index-c3d4.js", "the next build");
  Configure("[product]\nname = \"Another\"\n");
  server.Signal(SIGHUP);
  Await("the new build is served",
        [&] { return StatusOf(Get(site, "/assets/index-c3d4.js")) == 200; });
  EXPECT_EQ(BodyOf(Get(site, "/assets/index-a1b2.js")), asset);
  EXPECT_EQ(StatusOf(Get(site, "/icon.png")), 404);  // no hash in the name, so not kept
  EXPECT_NE(BodyOf(Get(site, "/")).find(R"("name":"Another")"), std::string::npos);
  EXPECT_EQ(Send(site, "still here"), 200);
  EXPECT_NE(stream.ReadUntil("still here").find("still here"), std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(ReloadTest, AppliesLimitsTokensProxiesAndLogLevel) {
  Configure("[bridge]\nbody_limit = 100000\nbypass_tokens_file = \"" + tree_.path("tokens") +
            "\"\n[server]\nloops = 1\n");
  tree_.Write("tokens", "old\n");
  ServerProcess server(WithFile(), Stand());
  const auto site = ReadAddresses(server).site;
  const std::string visitor = "X-Forwarded-For: 203.0.113.9\r\n";
  EXPECT_EQ(Send(site, std::string(50'000, 'x')), 200);
  tree_.Write("tokens", "new\n");
  Configure(
      "[bridge]\nbody_limit = 10000\nrate_limit = 1\nrate_burst = 1\nid_rate = 0\n"
      "bypass_tokens_file = \"" +
      tree_.path("tokens") +
      "\"\n[proxies]\ntrusted = [\"127.0.0.1\"]\n[log]\nlevel = \"debug\"\n"
      "[server]\nloops = 2\n");
  server.Signal(SIGHUP);
  Await("the new body limit holds", [&] { return Send(site, std::string(50'000, 'y')) == 413; });
  Await("the new rate limit holds", [&] { return Send(site, "a", visitor) == 429; });
  EXPECT_EQ(Send(site, "b", visitor + "Authorization: Bearer new\r\n"), 200);
  Await("the old bypass token is refused",
        [&] { return Send(site, "c", visitor + "Authorization: Bearer old\r\n") == 429; });
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find("some keys need a restart keys=server.loops"), std::string::npos)
      << server.err();
  EXPECT_NE(server.err().find("debug"), std::string::npos) << server.err();
}

TEST_F(ReloadTest, RemovesAndRestoresApp) {
  const auto configure = [&](const std::string& web) {
    tree_.Write("prichal.toml", "[site]\norigin = \"https://app.example.org\"\nweb = \"" + web +
                                    "\"\n[store]\nkind = \"memory\"\n");
  };
  configure(tree_.path("web"));
  ServerProcess server({"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--config",
                        tree_.path("prichal.toml")});
  const auto site = ReadAddresses(server).site;
  RawClient stream = OpenStream(site);
  EXPECT_EQ(StatusOf(Get(site, "/tonconnect-manifest.json")), 200);
  configure("");
  server.Signal(SIGHUP);
  Await("the app is gone", [&] { return StatusOf(Get(site, "/tonconnect-manifest.json")) == 404; });
  EXPECT_NE(BodyOf(Get(site, "/")).find(site::kStatusTitle), std::string::npos);
  EXPECT_EQ(Send(site, "no app"), 200);
  EXPECT_NE(stream.ReadUntil("no app").find("no app"), std::string::npos);
  configure(tree_.path("web"));
  server.Signal(SIGHUP);
  Await("the app is back", [&] { return StatusOf(Get(site, "/tonconnect-manifest.json")) == 200; });
  EXPECT_EQ(BodyOf(Get(site, "/")).find(site::kStatusTitle), std::string::npos);
}

TEST_F(ReloadTest, RejectsInvalidConfigurationAndKeepsOldOne) {
  Configure("[bridge]\nbody_limit = 1024\n");
  ServerProcess server(WithFile(), Stand());
  const auto site = ReadAddresses(server).site;
  RawClient stream = OpenStream(site);
  const auto refused = [&] {
    server.Signal(SIGHUP);
    server.ReadError("the new configuration is invalid; the old one stays in use");
    EXPECT_EQ(Send(site, std::string(1025, 'x')), 413);
    EXPECT_EQ(StatusOf(Get(site, "/")), 200);
  };
  Configure("[bridge]\nbody_limit = 2048\n[log]\nlevel = \"loud\"\n");
  refused();
  Configure("[bridge\n");
  refused();
  Configure("[bridge]\nbody_limit = 2048\n");
  std::filesystem::rename(tree_.path("web/index.html"), tree_.path("away"));
  refused();
  std::filesystem::rename(tree_.path("away"), tree_.path("web/index.html"));
  // An incomplete build: the new page with the old description.
  tree_.Write("web/index.html", std::string(site::kFixturePage) + "<!-- next -->");
  refused();
  tree_.Write("web/index.html", site::kFixturePage);
  server.Signal(SIGHUP);
  Await("the new body limit holds", [&] { return Send(site, std::string(1025, 'x')) == 200; });
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find("log.level"), std::string::npos) << server.err();
}

}  // namespace
}  // namespace prichal::testing
