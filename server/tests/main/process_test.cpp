// The binary as an operator uses it: arguments, errors, responses.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

/// Output of a process that exits immediately.
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

TEST_F(ProcessTest, PrintsVersionAndHelp) {
  const auto version = RunToEnd({"version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(std::regex_match(version.out, std::regex(R"(prichal \d+\.\d+\.\d+\n)")));
  const auto help = RunToEnd({"serve", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const auto* flag : {"--config FILE", "--listen ADDRESS", "--admin ADDRESS", "--web DIR",
                           "--data DIR", "--dev"}) {
    EXPECT_NE(help.out.find(flag), std::string::npos) << help.out;
  }
}

TEST_F(ProcessTest, ReportsInvalidArguments) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {}, {"fly"}, {"serve", "--nothing"}, {"serve", "--listen"}, {"serve", "extra"}}) {
    const auto ended = RunToEnd(arguments);
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(std::regex_match(ended.err,
                                 std::regex("prichal: .*; `prichal --help` tells what there is\n")))
        << ended.err;
  }
}

TEST_F(ProcessTest, ChecksConfigurationFromAllSources) {
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
  EXPECT_NE(bad.out, "");
  const auto quiet = RunToEnd({"check-config", "--quiet", "--dev", "--listen", "x"},
                              {{"PRICHAL_SERVER_LOOPS", "x"}});
  EXPECT_EQ(quiet.code, 2);
  EXPECT_EQ(quiet.out, "");
  EXPECT_EQ(quiet.err, bad.err);
}

TEST_F(ProcessTest, RejectsSecretFileReadableByOthers) {
  tree_.Write("secret", std::string(64, 'a') + "\n");
  std::filesystem::permissions(tree_.path("secret"), std::filesystem::perms(0644));
  const std::map<std::string, std::map<std::string, std::string>> keys{
      {"bridge.bypass_tokens_file", {}},
      {"auth.telegram_tokens_file", {}},
      {"auth.introspection_secret_file", {{"PRICHAL_AUTH_TON_DOMAINS", "a.example"}}},
      {"auth.webhook_secret_file",
       {{"PRICHAL_AUTH_TON_DOMAINS", "a.example"},
        {"PRICHAL_AUTH_WEBHOOK_URL", "https://a.example"}}},
      {"auth.oidc_client_secret_file",
       {{"PRICHAL_AUTH_OIDC_CLIENT_ID", "1"}, {"PRICHAL_AUTH_COOKIE", "lax"}}},
      {"auth.sealing_key_file",
       {{"PRICHAL_AUTH_TON_DOMAINS", "a.example"},
        {"PRICHAL_STORE_KIND", "valkey"},
        {"PRICHAL_STORE_VALKEY_URI", "redis://127.0.0.1:1"}}},
      {"store.valkey_uri_file", {{"PRICHAL_STORE_KIND", "valkey"}}},
  };
  for (const auto& [key, others] : keys) {
    std::map<std::string, std::string> environment = Stand();
    environment.insert(others.begin(), others.end());
    std::string variable = "PRICHAL_" + key;
    for (char& c : variable) c = c == '.' ? '_' : static_cast<char>(std::toupper(c));
    environment[variable] = tree_.path("secret");
    const auto ended = RunToEnd(Serve({"--dev"}), environment);
    EXPECT_EQ(ended.code, 2) << key;
    // A file of root can be readable by its group.
    const std::string mode = geteuid() == 0 ? "o=,g-wx" : "600";
    EXPECT_EQ(ended.err, "prichal: " + key + ": " + tree_.path("secret") +
                             " holds a secret and is open to others (mode 0644); run: chmod " +
                             mode + " " + tree_.path("secret") + "\n");
  }
}

TEST_F(ProcessTest, ReportsEveryStartMistakeInOneLine) {
  tree_.Write("bad.toml", "[server\n");
  tree_.Write("list/index.html", host::kFixturePage).Write("list/wallets-v2.json", "[]");
  tree_.Write("page/index.html", host::kFixturePage)
      .Write("page/wallets-v2.json", host::kFixtureWallets);
  ServerProcess first(Serve({"--dev"}), Stand());
  const auto taken = ReadAddresses(first).site;
  EXPECT_EQ(first.ReadLine(), "prichal: the stand is at http://" + taken + "/stand/");
  const auto flag = [](std::vector<std::string> arguments, const std::string& name,
                       const std::string& value) {
    arguments.insert(arguments.end(), {name, value});
    return arguments;
  };
  // Without `--listen`, for the test of an address that is in use.
  const std::vector<std::string> without_listen{"serve", "--admin", "127.0.0.1:0", "--dev"};
  const auto bare = flag(without_listen, "--listen", "127.0.0.1:0");
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"}, "site.origin is not set: "},
      {flag(bare, "--config", "/nonexistent"), "cannot read the configuration file /nonexistent: "},
      {flag(bare, "--config", tree_.path("bad.toml")), tree_.path("bad.toml") + ":1:"},
      {flag(bare, "--web", "/nonexistent"), "site.web: cannot read /nonexistent: No such file"},
      {flag(bare, "--web", tree_.path("stand/assets")),
       "site.web: " + tree_.path("stand/assets") + " has no index.html; "},
      {flag(flag(bare, "--web", tree_.path("web")), "--data", tree_.path("web/index.html")),
       "store.data: " + tree_.path("web/index.html") + " is not a folder; "},
      {flag(flag(without_listen, "--web", tree_.path("web")), "--listen", taken),
       "server.listen: "},
      {flag(bare, "--web", tree_.path("list")),
       "site.web: " + tree_.path("list") + ": cannot serve wallets-v2.json: "},
      {flag(bare, "--web", tree_.path("page")),
       "site.web: " + tree_.path("page") +
           ": cannot serve index.html: index.html.json, which describes it, is not there; "},
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
  EXPECT_NE(
      RunToEnd(flag(flag(without_listen, "--web", tree_.path("web")), "--listen", taken), Stand())
          .err.find(taken),
      std::string::npos);
}

TEST_F(ProcessTest, AnswersEveryRowOfUrlTable) {
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
  // HEAD: the same header section without a body; the next response on the connection proves it.
  RawClient client(site);
  client.Send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadUntil("\r\n\r\n")), 200);
  EXPECT_EQ(StatusOf(client.Ask("GET /icon.png HTTP/1.1\r\nHost: x\r\n\r\n")), 200);
}

TEST_F(ProcessTest, ServesNoSandboxOutsideDevelopment) {
  ServerProcess server(Serve({}), {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"}});
  const auto [site, admin] = ReadAddresses(server);
  EXPECT_EQ(HeaderOf(Get(site, "/stand/", "Accept: text/html\r\n"), "Location"), "/");
  EXPECT_EQ(BodyOf(Get(site, "/wallets-v2.json")).find("prichal-dev"), std::string::npos);
  const auto page = Get(site, "/");
  EXPECT_EQ(HeaderOf(page, "Content-Security-Policy")->find("localhost"), std::string::npos);
  EXPECT_EQ(HeaderOf(page, "Strict-Transport-Security"), "max-age=31536000");
}

/// A foreign page whose own host name resolves to the admin listener (DNS rebinding).
TEST_F(ProcessTest, RejectsForeignHostOnAdminListener) {
  auto environment = Stand();
  environment["PRICHAL_SERVER_ADMIN_HOSTS"] = "prichal.internal";
  ServerProcess server(Serve({"--dev"}), environment);
  const auto admin = ReadAddresses(server).admin;
  const auto status = [&](const std::string& host) {
    return StatusOf(RawClient(admin).Ask("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n"));
  };
  for (const auto* ours : {"127.0.0.1", "127.0.0.1:9103", "[::1]:9103", "10.1.2.3:80", "localhost",
                           "LocalHost:9103", "prichal.internal:9103"}) {
    EXPECT_EQ(status(ours), 200) << ours;
  }
  for (const auto* theirs :
       {"evil.example", "evil.example:9103", "localhost.evil.example", "127.0.0.1.evil.example",
        "a.prichal.internal", "1.2.3", "[evil]:9103"}) {
    EXPECT_EQ(status(theirs), 421) << theirs;
  }
  // A page cannot read the error for an unparsable request either.
  const std::string unreadable = RawClient(admin).Ask("GET /metrics\r\n\r\n");
  EXPECT_EQ(StatusOf(unreadable), 400);
  EXPECT_EQ(HeaderOf(unreadable, "Access-Control-Allow-Origin"), std::nullopt);
}

}  // namespace
}  // namespace prichal::testing
