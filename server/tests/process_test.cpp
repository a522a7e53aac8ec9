// The binary as an operator meets it: its arguments, its mistakes, its signals.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <regex>

#include "host/fixture_tree.h"
#include "raw_client.h"
#include "server_process.h"

namespace prichal::testing {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::chrono::seconds kDrainLimit{15};  // the sanitizer looks for leaks after main()
#else
constexpr std::chrono::seconds kDrainLimit{2};
#endif

const std::string kClientId(64, 'a');

class ProcessTest : public ::testing::Test {
 protected:
  ProcessTest() { host::WriteSite(tree_); }

  /// Arguments of a server on ports and with a folder of its own; `more` goes behind them.
  [[nodiscard]] std::vector<std::string> Serve(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"serve",           "--listen",    "127.0.0.1:0",
                                       "--admin",         "127.0.0.1:0", "--web",
                                       tree_.path("web"), "--data",      tree_.path("data")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  [[nodiscard]] std::map<std::string, std::string> Stand() const {
    return {{"PRICHAL_DEV_STAND", tree_.path("stand")}};
  }

  /// One loop, so that what is sent first is read first; and all the time in the world to drain.
  [[nodiscard]] std::map<std::string, std::string> Patient() const {
    auto environment = Stand();
    environment["PRICHAL_SERVER_LOOPS"] = "1";
    environment["PRICHAL_SERVER_DRAIN_DEADLINE"] = "600000";
    return environment;
  }

  host::FixtureTree tree_;
};

struct Addresses {
  std::string site;
  std::string admin;
};

Addresses ReadAddresses(ServerProcess& server) {
  const auto line = server.ReadLine();
  static const std::regex kGreeting(
      R"(prichal: listening on http://(127\.0\.0\.1:\d+), admin on http://(127\.0\.0\.1:\d+))");
  std::smatch match;
  EXPECT_TRUE(std::regex_match(line, match, kGreeting)) << line << server.err();
  return match.empty() ? Addresses{} : Addresses{match[1], match[2]};
}

std::string Get(const std::string& address, const std::string& target,
                const std::string& lines = {}) {
  return RawClient(address).Ask("GET " + target + " HTTP/1.1\r\nHost: x\r\n" + lines + "\r\n");
}

/// What a process says that ends at once.
struct Ended {
  int code;
  std::string out;
  std::string err;
};

Ended RunToEnd(const std::vector<std::string>& arguments,
               const std::map<std::string, std::string>& environment = {}) {
  ServerProcess process(arguments, environment);
  const int code = process.Wait();
  return {code, process.out(), process.err()};
}

TEST_F(ProcessTest, SaysItsVersionAndHelp) {
  const auto version = RunToEnd({"version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(std::regex_match(version.out, std::regex(R"(prichal \d+\.\d+\.\d+\n)")));
  const auto help = RunToEnd({"serve", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const auto* flag : {"--config FILE", "--listen HOST:PORT", "--admin HOST:PORT", "--web DIR",
                           "--data DIR", "--dev"}) {
    EXPECT_NE(help.out.find(flag), std::string::npos) << help.out;
  }
}

TEST_F(ProcessTest, NamesMistakesInTheArguments) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {}, {"fly"}, {"serve", "--nothing"}, {"serve", "--listen"}, {"serve", "extra"}}) {
    const auto ended = RunToEnd(arguments);
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(std::regex_match(ended.err,
                                 std::regex("prichal: .*; `prichal --help` tells what there is\n")))
        << ended.err;
  }
}

TEST_F(ProcessTest, ChecksTheConfigurationFromAllSources) {
  tree_.Write("prichal.toml", "[server]\nloops = 1\nlisten = \"127.0.0.1:1\"\n");
  const auto good = RunToEnd(
      {"check-config", "--config", tree_.path("prichal.toml"), "--listen", "127.0.0.1:3", "--dev"},
      {{"PRICHAL_SERVER_LISTEN", "127.0.0.1:2"}, {"PRICHAL_LOG_FORMAT", "json"}});
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.err, "");
  const auto has = [&](const std::string& value, const std::string& source) {
    return std::regex_search(good.out, std::regex("\\n" + value + " +# " + source + "\\n"));
  };
  EXPECT_TRUE(has("listen = \"127.0.0.1:3\"", "flag --listen")) << good.out;
  EXPECT_TRUE(has("loops = 1", "file " + tree_.path("prichal.toml") + ":2")) << good.out;
  EXPECT_TRUE(has("format = \"json\"", "environment PRICHAL_LOG_FORMAT")) << good.out;
  EXPECT_TRUE(has("slug = \"prichal\"", "default")) << good.out;
  const auto bad =
      RunToEnd({"check-config", "--dev", "--listen", "x"}, {{"PRICHAL_SERVER_LOOPS", "x"}});
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(std::count(bad.err.begin(), bad.err.end(), '\n'), 2) << bad.err;
}

TEST_F(ProcessTest, EveryMistakeBeforeTheStartIsOneLine) {
  tree_.Write("bad.toml", "[server\n");
  tree_.Write("list/index.html", host::kFixturePage).Write("list/wallets-v2.json", "[]");
  ServerProcess first(Serve({"--dev"}), Stand());
  const auto taken = ReadAddresses(first).site;
  EXPECT_EQ(first.ReadLine(), "prichal: the stand is at http://" + taken + "/stand/");
  const auto flag = [](std::vector<std::string> arguments, const std::string& name,
                       const std::string& value) {
    arguments.insert(arguments.end(), {name, value});
    return arguments;
  };
  const std::vector<std::string> bare{"serve", "--admin", "127.0.0.1:0", "--dev"};
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{"serve"}, "site.origin is not set: "},
      {flag(bare, "--config", "/nonexistent"), "cannot read the configuration file /nonexistent: "},
      {flag(bare, "--config", tree_.path("bad.toml")), tree_.path("bad.toml") + ":1:"},
      {flag(bare, "--web", "/nonexistent"), "site.web: cannot read /nonexistent: No such file"},
      {flag(bare, "--web", tree_.path("stand/assets")),
       "site.web: " + tree_.path("stand/assets") + " has no index.html; "},
      {flag(flag(bare, "--web", tree_.path("web")), "--data", tree_.path("web/index.html")),
       "store.data: " + tree_.path("web/index.html") + " is not a folder; "},
      {flag(flag(bare, "--web", tree_.path("web")), "--listen", taken), "server.listen: "},
      {flag(flag(bare, "--web", tree_.path("list")), "--listen", "127.0.0.1:0"),
       "site.web: " + tree_.path("list") + ": cannot serve wallets-v2.json: "},
  };
  for (const auto& [arguments, start] : mistakes) {
    const auto ended = RunToEnd(arguments, Stand());
    EXPECT_EQ(ended.code, 2) << start;
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(ended.err.starts_with("prichal: " + start)) << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
  const auto origin = RunToEnd(Serve({}), {{"PRICHAL_SITE_ORIGIN", "https://Example.org/"}});
  EXPECT_EQ(origin.code, 2);
  EXPECT_TRUE(
      origin.err.starts_with("prichal: site.origin = \"https://Example.org/\" "
                             "(environment PRICHAL_SITE_ORIGIN): allowed is "))
      << origin.err;
  EXPECT_NE(RunToEnd(flag(flag(bare, "--web", tree_.path("web")), "--listen", taken), Stand())
                .err.find(taken),
            std::string::npos);
}

TEST_F(ProcessTest, AnswersEveryRowOfTheUrlTable) {
  ServerProcess server(Serve({"--dev"}), Stand());
  const auto [site, admin] = ReadAddresses(server);
  const std::string document = "Accept: text/html,*/*;q=0.8\r\n";
  for (const auto* path : {"/", "/wheel", "/about", "/buy-prichal"}) {
    const auto page = Get(site, path, document);
    EXPECT_EQ(StatusOf(page), 200) << path;
    EXPECT_EQ(HeaderOf(page, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(HeaderOf(page, "Cache-Control"), "no-cache");
    EXPECT_NE(BodyOf(page).find(R"("slug":"prichal")"), std::string::npos);
    const auto known = Get(site, path, "If-None-Match: " + *HeaderOf(page, "ETag") + "\r\n");
    EXPECT_EQ(StatusOf(known), 304) << known;
  }
  EXPECT_EQ(HeaderOf(Get(site, "/assets/index-a1b2.js"), "Cache-Control"),
            "public, max-age=31536000, immutable");
  EXPECT_EQ(StatusOf(Get(site, "/assets/gone.js", document)), 404);
  EXPECT_EQ(HeaderOf(Get(site, "/icon.png"), "Content-Type"), "image/png");
  EXPECT_EQ(BodyOf(Get(site, "/tonconnect-manifest.json")),
            "{\"url\":\"http://" + site + "\",\"name\":\"Prichal\",\"iconUrl\":\"http://" + site +
                "/icon.png\"}\n");
  const auto wallets = Get(site, "/wallets-v2.json");
  EXPECT_EQ(HeaderOf(wallets, "Access-Control-Allow-Origin"), "*");
  EXPECT_TRUE(BodyOf(wallets).starts_with(R"([{"app_name":"prichal-dev")"));
  EXPECT_NE(BodyOf(wallets).find("http://" + site + "/bridge"), std::string::npos);
  EXPECT_EQ(StatusOf(Get(site, "/bridge/events")), 400);
  EXPECT_EQ(StatusOf(Get(site, "/bridge/message")), 405);
  EXPECT_EQ(StatusOf(Get(site, "/stand/")), 200);
  EXPECT_EQ(HeaderOf(Get(site, "/stand"), "Location"), "/stand/");
  EXPECT_EQ(StatusOf(Get(site, "/stand/wallet/")), 200);
  const auto home = Get(site, "/nowhere?a=1", document);
  EXPECT_EQ(StatusOf(home), 302);
  EXPECT_EQ(HeaderOf(home, "Location"), "/?a=1");
  EXPECT_EQ(StatusOf(Get(site, "/nowhere")), 404);
  EXPECT_EQ(StatusOf(Get(site, "/../../etc/passwd")), 404);
  EXPECT_EQ(StatusOf(Get(site, "/metrics")), 404);
  const auto wrong = RawClient(site).Ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(StatusOf(wrong), 405);
  EXPECT_EQ(HeaderOf(wrong, "Allow"), "GET, HEAD");

  EXPECT_EQ(BodyOf(Get(admin, "/healthz")), "{\"status\":\"ok\"}\n");
  EXPECT_EQ(BodyOf(Get(admin, "/readyz")), "{\"status\":\"ok\"}\n");
  EXPECT_EQ(StatusOf(Get(admin, "/")), 404);
  const auto metrics = BodyOf(Get(admin, "/metrics"));
  for (const auto* line :
       {"\nprichal_ready 1\n", "\nprichal_http_answers_total{route=\"page\",code=\"2xx\"} 4\n",
        "\nprichal_http_answers_total{route=\"page\",code=\"3xx\"} 4\n",
        "\nprichal_http_answers_total{route=\"readyz\",code=\"2xx\"} 1\n", "\nprocess_open_fds "}) {
    EXPECT_NE(metrics.find(line), std::string::npos) << line << metrics;
  }
  // HEAD: the same head, no body; the next answer on the connection shows that none came.
  RawClient client(site);
  client.Send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadUntil("\r\n\r\n")), 200);
  EXPECT_EQ(StatusOf(client.Ask("GET /icon.png HTTP/1.1\r\nHost: x\r\n\r\n")), 200);
}

TEST_F(ProcessTest, WithoutDevelopmentThereIsNoStand) {
  ServerProcess server(Serve({}), {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"}});
  const auto [site, admin] = ReadAddresses(server);
  EXPECT_EQ(HeaderOf(Get(site, "/stand/", "Accept: text/html\r\n"), "Location"), "/");
  EXPECT_EQ(BodyOf(Get(site, "/wallets-v2.json")).find("prichal-dev"), std::string::npos);
  const auto page = Get(site, "/");
  EXPECT_EQ(HeaderOf(page, "Content-Security-Policy")->find("localhost"), std::string::npos);
  EXPECT_EQ(HeaderOf(page, "Strict-Transport-Security"), "max-age=31536000");
}

TEST_F(ProcessTest, DrainsOnTheFirstSignal) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ServerProcess server(Serve({"--dev"}), Stand());
    const auto [site, admin] = ReadAddresses(server);
    std::vector<RawClient> streams;
    for (int i = 0; i < 20; ++i) {
      streams.emplace_back(site).Send("GET /bridge/events?client_id=" + kClientId +
                                      " HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    for (auto& stream : streams) stream.ReadUntil("retry: 100\n\n\r\n");

    const auto start = std::chrono::steady_clock::now();
    server.Signal(signal);
    for (auto& stream : streams) {
      EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
      EXPECT_TRUE(stream.AtEnd());
    }
    EXPECT_EQ(server.Wait(), 0) << server.err();
    EXPECT_LT(std::chrono::steady_clock::now() - start, kDrainLimit);
    EXPECT_NE(server.err().find("drained"), std::string::npos) << server.err();
  }
}

/// While a request is under way the server waits for it, so there is time to look.
TEST_F(ProcessTest, WhileDrainingItSaysSoAndTakesNothingNew) {
  ServerProcess server(Serve({"--dev"}), Patient());
  const auto [site, admin] = ReadAddresses(server);
  RawClient slow(site);
  const auto target = "/bridge/message?client_id=" + kClientId + "&to=" + kClientId + "&ttl=60";
  slow.Send("POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1");
  RawClient stream(site);
  stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
  stream.ReadUntil("retry: 100\n\n\r\n");
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));

  EXPECT_EQ(BodyOf(Get(admin, "/readyz")), "{\"status\":\"draining\"}\n");
  EXPECT_EQ(StatusOf(Get(admin, "/readyz")), 503);
  EXPECT_EQ(StatusOf(Get(admin, "/healthz")), 200);
  slow.Send("2");
  EXPECT_NE(StatusOf(slow.ReadAnswer()), 0);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(ProcessTest, BeforeItDrainsBalancersMayNotice) {
  auto environment = Stand();
  environment["SHUTDOWN_DRAIN_DELAY"] = "600";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  const auto listen = [](RawClient& stream) {
    stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(StatusOf(stream.ReadUntil("\r\n\r\n")), 200);
  };
  RawClient old(site);
  listen(old);
  server.Signal(SIGTERM);
  while (StatusOf(Get(admin, "/readyz")) == 200) {
  }
  EXPECT_EQ(BodyOf(Get(admin, "/readyz")), "{\"status\":\"draining\"}\n");
  EXPECT_NE(BodyOf(Get(admin, "/metrics")).find("\nprichal_ready 0\n"), std::string::npos);
  // Whom they send meanwhile is served, and who was there before goes on.
  RawClient newcomer(site);
  listen(newcomer);
  EXPECT_EQ(StatusOf(Get(site, "/")), 200);
  EXPECT_EQ(StatusOf(RawClient(site).Ask("POST /bridge/message?client_id=" + kClientId +
                                         "&to=" + kClientId +
                                         "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
                                         "hello")),
            200);
  EXPECT_NE(old.ReadUntil("hello").find("hello"), std::string::npos);
  EXPECT_NE(newcomer.ReadUntil("hello").find("hello"), std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 128 + SIGTERM);
}

TEST_F(ProcessTest, ItDrainsWhenTheDelayIsOver) {
  auto environment = Stand();
  environment["PRICHAL_SERVER_DRAIN_DELAY"] = "50";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  RawClient stream(site);
  stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
  stream.ReadUntil("retry: 100\n\n\r\n");
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  EXPECT_EQ(server.Wait(), 0) << server.err();
  const auto waits = server.err().find("readiness is off");
  EXPECT_NE(waits, std::string::npos) << server.err();
  EXPECT_GT(server.err().find("drained"), waits);
}

TEST_F(ProcessTest, TheSecondSignalEndsAtOnce) {
  ServerProcess server(Serve({"--dev"}), Patient());
  const auto [site, admin] = ReadAddresses(server);
  RawClient slow(site);
  const auto target = "/bridge/message?client_id=" + kClientId + "&to=" + kClientId + "&ttl=60";
  slow.Send("POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1");
  RawClient stream(site);
  stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
  stream.ReadUntil("retry: 100\n\n\r\n");
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 128 + SIGTERM);
}

TEST_F(ProcessTest, LogsRequestsOnlyForDebuggingAndNeverTheirQueries) {
  auto environment = Stand();
  environment["PRICHAL_LOG_LEVEL"] = "debug";
  environment["PRICHAL_LOG_FORMAT"] = "json";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  EXPECT_EQ(StatusOf(Get(site, "/?tgWebAppData=secret")), 200);
  EXPECT_EQ(StatusOf(Get(site, "/bridge/events?client_id=" + kClientId + "&heartbeat=x")), 400);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find(R"("level":"debug","message":"request","method":"GET","path":"/",)"
                              R"("status":200})"),
            std::string::npos)
      << server.err();
  EXPECT_NE(server.err().find(R"("path":"/bridge/events","status":400})"), std::string::npos)
      << server.err();
  EXPECT_EQ(server.err().find("secret"), std::string::npos);
  EXPECT_EQ(server.err().find(kClientId), std::string::npos);
  EXPECT_EQ(server.err().find("127.0.0.1"), std::string::npos);
}

TEST_F(ProcessTest, LogsTheClientsAddressWhereThatIsWanted) {
  auto environment = Stand();
  environment["PRICHAL_LOG_LEVEL"] = "debug";
  environment["PRICHAL_LOG_FORMAT"] = "json";
  environment["PRICHAL_LOG_ADDRESSES"] = "true";
  environment["PRICHAL_PROXIES_TRUSTED"] = "127.0.0.1";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto [site, admin] = ReadAddresses(server);
  RawClient behind_proxy(site);
  EXPECT_EQ(StatusOf(behind_proxy.Ask("GET / HTTP/1.1\r\nHost: x\r\n"
                                      "X-Forwarded-For: 6.6.6.6, 203.0.113.9\r\n\r\n")),
            200);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(server.err().find(R"("path":"/","client":"203.0.113.9","status":200})"),
            std::string::npos)
      << server.err();
}

}  // namespace
}  // namespace prichal::testing
