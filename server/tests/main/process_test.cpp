// The binary as an operator uses it: arguments, errors, responses.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
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
  for (const auto* argument : {"version", "--version"}) {
    const auto version = RunToEnd({argument});
    EXPECT_EQ(version.code, 0);
    EXPECT_TRUE(std::regex_match(version.out, std::regex(R"(prichal \d+\.\d+\.\d+\n)")));
  }
  const auto help = RunToEnd({"serve", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const auto* flag : {"--config FILE", "--listen ADDRESS", "--admin ADDRESS", "--web DIR",
                           "--data DIR", "--dev"}) {
    EXPECT_NE(help.out.find(flag), std::string::npos) << help.out;
  }
}

TEST_F(ProcessTest, ReportsInvalidArguments) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{}, "no command is given. Help: `prichal --help`"},
      {{"fly"}, "unknown command \"fly\". Help: `prichal --help`"},
      {{"start"}, "unknown command \"start\". Did you mean \"serve\"? Help: `prichal --help`"},
      {{"keys", "lits"},
       "unknown command \"lits\". Did you mean \"list\"? Help: `prichal keys --help`"},
      {{"serve", "--port", "8080"},
       "unknown option \"--port\". Did you mean \"--listen\"? Help: `prichal serve --help`"},
      {{"backup"}, "folder is required. Help: `prichal backup --help`"},
  };
  for (const auto& [arguments, expected] : mistakes) {
    const auto ended = RunToEnd(arguments);
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.err, "prichal: " + expected + "\n");
  }
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"serve", "--nothing"}, {"serve", "--listen"}, {"serve", "extra"}}) {
    const auto ended = RunToEnd(arguments);
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(
        std::regex_match(ended.err, std::regex("prichal: .* Help: `prichal serve --help`\n")))
        << ended.err;
  }
}

TEST_F(ProcessTest, ChecksConfigurationFromAllSources) {
  tree_.Write("prichal.toml",
              "[server]\nloops = 1\nlisten = \"127.0.0.1:1\"\nadmin = \"127.0.0.1:0\"\n");
  const auto good = RunToEnd({"check-config", "--config", tree_.path("prichal.toml"), "--listen",
                              "127.0.0.1:0", "--dev", "--web", tree_.path("web")},
                             {{"PRICHAL_SERVER_LISTEN", "127.0.0.1:2"},
                              {"PRICHAL_LOG_FORMAT", "json"},
                              {"PRICHAL_DEV_STAND", tree_.path("stand")}});
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.err, "");
  const auto has = [&](const std::string& value, const std::string& source) {
    return std::regex_search(good.out, std::regex("\\n" + value + " +# " + source + "\\n"));
  };
  EXPECT_TRUE(has("listen = \"127.0.0.1:0\"", "flag --listen")) << good.out;
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
    EXPECT_EQ(ended.err, "prichal: " + key + ": \"" + tree_.path("secret") +
                             "\" is a secret, but other users can access it (mode 0644). Fix: "
                             "chmod 600 " +
                             tree_.path("secret") + ".\n");
  }
}

TEST_F(ProcessTest, ReportsEveryStartMistakeInOneLine) {
  tree_.Write("bad.toml", "[server\n");
  tree_.Write("list/index.html", site::kFixturePage).Write("list/wallets-v2.json", "[]");
  tree_.Write("list/index.html.json", site::FixtureDescription());
  tree_.Write("list/part/index.html.json", "{}");
  tree_.Write("list/part/wallets-v2.json", site::kFixtureWallets);
  tree_.Write("page/index.html", site::kFixturePage)
      .Write("page/wallets-v2.json", site::kFixtureWallets);
  ServerProcess first(Serve({"--dev"}), Stand());
  const auto taken = ReadAddresses(first).site;
  EXPECT_EQ(first.ReadLine(), "prichal: the sandbox is at http://" + taken + "/stand/");
  const auto flag = [](std::vector<std::string> arguments, const std::string& name,
                       const std::string& value) {
    arguments.insert(arguments.end(), {name, value});
    return arguments;
  };
  // Without `--listen`, for the test of an address that is in use.
  const std::vector<std::string> without_listen{"serve", "--admin", "127.0.0.1:0", "--dev"};
  const auto bare = flag(without_listen, "--listen", "127.0.0.1:0");
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--web", tree_.path("web"),
        "--data", tree_.path("other")},
       "site.origin: not set; "},
      {flag(bare, "--config", "/nonexistent"), "--config: cannot read \"/nonexistent\": "},
      {flag(bare, "--config", tree_.path("bad.toml")), tree_.path("bad.toml") + ":1:"},
      {flag(bare, "--web", "/nonexistent"), "site.web: cannot read \"/nonexistent\": No such file"},
      {flag(bare, "--web", tree_.path("list/part")),
       "site.web: \"" + tree_.path("list/part") + "\" has no index.html. "},
      {flag(flag(bare, "--web", tree_.path("web")), "--data", tree_.path("web/index.html")),
       "store.data: \"" + tree_.path("web/index.html") + "\" is not a folder. "},
      {flag(flag(without_listen, "--web", tree_.path("web")), "--listen", taken),
       "server.listen: "},
      {flag(bare, "--web", tree_.path("list")),
       "site.web: \"" + tree_.path("list") + "\": cannot serve wallets-v2.json: "},
      {flag(bare, "--web", tree_.path("page")),
       "site.web: \"" + tree_.path("page") +
           "\" has no index.html.json. Fix: run `node script/describe-pages.mjs FOLDER`"},
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
      origin.err.starts_with("prichal: site.origin: \"https://Example.org/\" "
                             "(environment PRICHAL_SITE_ORIGIN): an origin has no trailing slash"))
      << origin.err;
  EXPECT_NE(
      RunToEnd(flag(flag(without_listen, "--web", tree_.path("web")), "--listen", taken), Stand())
          .err.find(taken),
      std::string::npos);
}

/// A configuration whose files and addresses are all wrong.
class BrokenDeployment : public ProcessTest {
 protected:
  BrokenDeployment() {
    tree_.Write("secret", std::string(64, 'a') + "\n");
    std::filesystem::permissions(tree_.path("secret"), std::filesystem::perms(0644));
    tree_.Write("empty/note.txt", "");
  }
  [[nodiscard]] std::map<std::string, std::string> Environment(const std::string& taken) const {
    return {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"},
            {"PRICHAL_SITE_WEB", tree_.path("empty")},
            {"PRICHAL_SERVER_LISTEN", taken},
            {"PRICHAL_SERVER_ADMIN", "203.0.113.1:9103"},
            {"PRICHAL_SERVER_TLS_CERTIFICATE", tree_.path("no.pem")},
            {"PRICHAL_SERVER_TLS_KEY", tree_.path("no.pem")},
            {"PRICHAL_STORE_DATA", tree_.path("no/data")},
            {"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", tree_.path("secret")},
            {"PRICHAL_AUTH_KEY_FILE", tree_.path("no.pem")},
            {"PRICHAL_AUTH_AUDIT_FILE", tree_.path("no/audit.log")}};
  }
  /// Returns the keys of the reported problems, in their order.
  static std::vector<std::string> KeysIn(const std::string& err) {
    std::vector<std::string> keys;
    std::istringstream lines(err);
    for (std::string line; std::getline(lines, line);) {
      line.erase(0, std::string("prichal: ").size());
      keys.push_back(line.substr(0, line.find(": ")));
      EXPECT_TRUE(line.ends_with('.')) << line;
    }
    return keys;
  }
};

const std::vector<std::string> kEveryProblem{
    "site.web",        "server.tls_certificate", "server.tls_key",
    "server.listen",   "server.admin",           "store.data",
    "auth.audit_file", "auth.key_file",          "auth.telegram_tokens_file"};

TEST_F(BrokenDeployment, CheckConfigAndServeNameEveryProblem) {
  ServerProcess first(ProcessTest::Serve({"--dev"}), Stand());
  const auto taken = ReadAddresses(first).site;
  const auto checked = RunToEnd({"check-config", "--quiet"}, Environment(taken));
  EXPECT_EQ(checked.code, 2);
  EXPECT_EQ(checked.out, "");
  auto expected = kEveryProblem;
  std::sort(expected.begin(), expected.end());
  auto found = KeysIn(checked.err);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected) << checked.err;
  const auto served = RunToEnd({"serve"}, Environment(taken));
  EXPECT_EQ(served.code, 2);
  found = KeysIn(served.err);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected) << served.err;
}

TEST_F(BrokenDeployment, NamesProblemsOfSessionsAndKeysTogether) {
  tree_.Write("data/auth.db", "no database, but long enough to look like one at first sight");
  const auto served = RunToEnd({"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0",
                                "--web", tree_.path("web"), "--data", tree_.path("data")},
                               {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"},
                                {"PRICHAL_AUTH_TON_DOMAINS", "app.example.org"},
                                {"PRICHAL_AUTH_KEY_FILE", tree_.path("no.pem")}});
  EXPECT_EQ(served.code, 2);
  EXPECT_EQ(KeysIn(served.err), (std::vector<std::string>{"store.data", "auth.key_file"}))
      << served.err;
}

TEST_F(BrokenDeployment, CheckConfigAcceptsWhatServeOpensAndCreatesNothing) {
  const std::vector<std::string> arguments{"--listen",    "127.0.0.1:0",     "--admin",
                                           "127.0.0.1:0", "--web",           tree_.path("web"),
                                           "--data",      tree_.path("data")};
  auto check = arguments;
  check.insert(check.begin(), {"check-config", "--quiet"});
  const std::map<std::string, std::string> environment{
      {"PRICHAL_SITE_ORIGIN", "https://app.example.org"},
      {"PRICHAL_AUTH_TON_DOMAINS", "app.example.org"},
      {"PRICHAL_AUTH_AUDIT_FILE", tree_.path("audit.log")}};
  const auto good = RunToEnd(check, environment);
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_FALSE(std::filesystem::exists(tree_.path("data")));
  EXPECT_FALSE(std::filesystem::exists(tree_.path("audit.log")));

  // A running server holds the data folder. Before a reload that is not a problem.
  auto serve = arguments;
  serve.insert(serve.begin(), "serve");
  ServerProcess server(serve, environment);
  (void)ReadAddresses(server);
  const auto held = RunToEnd(check, environment);
  EXPECT_EQ(held.code, 2);
  EXPECT_TRUE(held.err.starts_with("prichal: store.data: another process uses \"" +
                                   tree_.path("data/bridge.db") + "\". Fix: "))
      << held.err;
  EXPECT_EQ(std::count(held.err.begin(), held.err.end(), '\n'), 1) << held.err;
  check.emplace_back("--reload");
  const auto reload = RunToEnd(check, environment);
  EXPECT_EQ(reload.code, 0) << reload.err;
  if (geteuid() != 0) return;
  // With sudo, files of the server's user are not foreign.
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  std::filesystem::permissions(tree_.path(), std::filesystem::perms(0755));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree_.path("web"))) {
    std::filesystem::permissions(entry.path(), std::filesystem::perms(0755));
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree_.path("data"))) {
    ASSERT_EQ(chown(entry.path().c_str(), 65'534, 65'534), 0);
  }
  ASSERT_EQ(chown(tree_.path("data").c_str(), 65'534, 65'534), 0);
  ASSERT_EQ(chown(tree_.path("audit.log").c_str(), 65'534, 65'534), 0);
  // LeakSanitizer cannot trace a process that has changed its user.
  auto without_leaks = environment;
  without_leaks["ASAN_OPTIONS"] = "detect_leaks=0";
  const auto by_root = RunToEnd(check, without_leaks);
  EXPECT_EQ(by_root.code, 0) << by_root.err;
}

TEST_F(BrokenDeployment, NamesMissingKeysAndMissingFilesTogether) {
  const auto ended = RunToEnd({"check-config", "--quiet", "--listen", "127.0.0.1:0", "--admin",
                               "127.0.0.1:0", "--web", tree_.path("empty")},
                              {{"PRICHAL_SERVER_TLS_KEY", tree_.path("no.pem")}});
  const std::vector<std::string> expected{"site.origin", "server.tls_certificate", "site.web"};
  EXPECT_EQ(KeysIn(ended.err), expected) << ended.err;
}

TEST_F(ProcessTest, ReportsUnreadableFileOnceWithoutTable) {
  tree_.Write("broken.toml", "[site]\norigin = \"https://app.example.org\"\n[server\n");
  for (const auto& file : {tree_.path("broken.toml"), tree_.path("missing.toml")}) {
    const auto ended = RunToEnd({"check-config", "--config", file});
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(file), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(" Fix: "), std::string::npos) << ended.err;
  }
}

TEST_F(ProcessTest, AnswersThatSignInIsOff) {
  ServerProcess server(Serve({}), {{"PRICHAL_SITE_ORIGIN", "https://app.example.org"}});
  const auto site = ReadAddresses(server).site;
  for (const auto* path : {"/auth/telegram", "/auth/ton", "/auth/session", "/auth/verify"}) {
    const auto posted = RawClient(site).Ask(
        std::string("POST ") + path +
        " HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n\r\n{\"address\":\"0\"}");
    for (const auto& answer : {Get(site, path), posted}) {
      EXPECT_EQ(StatusOf(answer), 404) << path;
      EXPECT_EQ(HeaderOf(answer, "Content-Type"), "application/problem+json");
      EXPECT_NE(BodyOf(answer).find("\"code\":\"not_configured\""), std::string::npos) << answer;
      EXPECT_NE(BodyOf(answer).find("sign-in is off"), std::string::npos) << answer;
    }
  }
}

TEST_F(ProcessTest, AnswersPostWithBodyToPageWith405) {
  ServerProcess server(Serve({"--dev"}), Stand());
  const auto site = ReadAddresses(server).site;
  for (const auto& [path, status] :
       std::map<std::string, int>{{"/", 405}, {"/wallets-v2.json", 405}, {"/nowhere", 404}}) {
    for (const std::size_t size : {1UL, 40'000UL, 4'000'000UL}) {
      const auto answer = RawClient(site).Ask(
          "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(size) +
          "\r\n\r\n");
      EXPECT_EQ(StatusOf(answer), status) << path << "\n" << answer;
    }
    // The body is dropped, and the connection continues.
    RawClient client(site);
    EXPECT_EQ(StatusOf(client.Ask("POST " + path +
                                  " HTTP/1.1\r\nHost: x\r\nContent-Length: "
                                  "40000\r\n\r\n" +
                                  std::string(40'000, 'x'))),
              status);
    EXPECT_EQ(StatusOf(client.Ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")), 200);
  }
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
  const auto root = Get(admin, "/");
  EXPECT_EQ(StatusOf(root), 404);
  EXPECT_NE(BodyOf(root).find("/metrics"), std::string::npos) << root;
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
