// `prichal keys list`, `rotate` and `export`, with and without a running server.

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "signin/telegram/tests/init_data_fixture.h"
#include "signin/token/jwt.h"
#include "signin/token/private_key.h"
#include "tests/fixtures/command_fixture.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

class KeysCommand : public ProcessTest {
 protected:
  KeysCommand() {
    tree_.Write("keys.toml", "[site]\norigin = \"https://app.example.org\"\n[store]\ndata = \"" +
                                 tree_.path("data") +
                                 "\"\n[auth]\ntelegram_bots = [\"7000000001\"]\n");
  }
  [[nodiscard]] std::vector<std::string> Keys(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"keys"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"--config", tree_.path("keys.toml")});
    return arguments;
  }
  [[nodiscard]] Ran Run(const std::vector<std::string>& more) const {
    ServerProcess process(Keys(more), {}, "/dev/null");
    Ran ran;
    ran.code = process.Wait();
    ran.out = process.out();
    ran.err = process.err();
    return ran;
  }
  /// Returns the states of the listed keys, such as "active next".
  [[nodiscard]] std::string States() const {
    const auto value = Run({"list", "--json"}).json();
    std::string states;
    for (const auto& key : value.at("keys").as_array()) {
      if (!states.empty()) states += ' ';
      states += key.at("state").as_string();
    }
    return states;
  }
  [[nodiscard]] std::string Active() const {
    const auto value = Run({"list", "--json"}).json();
    return std::string(value.at("keys").as_array().at(0).at("kid").as_string());
  }
  [[nodiscard]] std::vector<std::string> ServeKeys() const {
    return Serve({"--config", tree_.path("keys.toml")});
  }
};

TEST_F(KeysCommand, ReportsNoKeysBeforeFirstStart) {
  const auto list = Run({"list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_EQ(list.out, "");
  const std::string none =
      "prichal: \"" + tree_.path("data") +
      "/auth-keys\" has no keys yet. Fix: start the server, which creates them";
  EXPECT_EQ(list.err, none + "\n");
  EXPECT_EQ(Run({"list", "--json"}).out, "{\"keys\":[]}\n");
  for (const char* verb : {"rotate", "export"}) {
    const auto refused = Run({verb});
    EXPECT_EQ(refused.code, 2) << verb;
    EXPECT_EQ(refused.err, none + ".\n") << verb;
  }
  EXPECT_FALSE(std::filesystem::exists(tree_.path("data")));
}

TEST_F(KeysCommand, ReportsThatSignInIsOff) {
  tree_.Write("keys.toml", "[store]\ndata = \"" + tree_.path("data") + "\"\n");
  const auto list = Run({"list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_EQ(list.err, "prichal: \"" + tree_.path("data") +
                          "/auth-keys\" has no keys yet; sign-in is off. Fix: set "
                          "auth.telegram_bots, auth.telegram_tokens_file, auth.oidc_client_id or "
                          "auth.ton_domains; the server then creates them when it starts\n");
}

TEST_F(KeysCommand, IgnoresKeysThatItDoesNotUse) {
  const auto run = [&](const std::string& more) {
    tree_.Write("keys.toml", "[store]\ndata = \"" + tree_.path("data") + "\"\n" + more);
    return Run({"list"});
  };
  EXPECT_EQ(run("").code, 0) << "without site.origin";
  EXPECT_EQ(run("[log]\nlevel = \"loud\"\n").code, 0);
  const auto wrong = run("[auth]\nkey_rotation = \"often\"\n");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(wrong.err.starts_with("prichal: auth.key_rotation: ")) << wrong.err;
}

TEST_F(KeysCommand, RotatesKeysOfRunningServer) {
  ServerProcess server(ServeKeys());
  const auto site = ReadAddresses(server).site;
  EXPECT_EQ(States(), "active");
  const std::string first = Active();

  const auto rotated = Run({"rotate"});
  EXPECT_EQ(rotated.code, 0) << rotated.err;
  EXPECT_NE(rotated.out.find("is published and becomes active at "), std::string::npos)
      << rotated.out;
  EXPECT_EQ(rotated.err, "");
  EXPECT_EQ(States(), "active next");
  server.ReadError("another process has changed the keys; they are reloaded");
  const auto again = Run({"rotate"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("is already next and becomes active at "), std::string::npos)
      << again.err;

  const auto hurried = Run({"rotate", "--now"});
  EXPECT_EQ(hurried.code, 0) << hurried.err;
  EXPECT_NE(hurried.err.find("cache the published keys for up to 300 s"), std::string::npos)
      << hurried.err;
  EXPECT_EQ(States(), "active retired");
  EXPECT_NE(Active(), first);
  server.ReadError("another process has changed the keys; they are reloaded");
  // The export equals the published key set.
  const auto published = Run({"export"});
  EXPECT_EQ(published.code, 0);
  EXPECT_NE(published.out.find(Active()), std::string::npos);
  EXPECT_EQ(published.out.find("\"d\""), std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_NE(published.out.find(first), std::string::npos);
}

TEST_F(KeysCommand, ReportsConflictOfConcurrentRotations) {
  {
    ServerProcess server(ServeKeys());
    ReadAddresses(server);
    server.Signal(SIGTERM);
    EXPECT_EQ(server.Wait(), 0);
  }
  ServerProcess one(Keys({"rotate"}), {}, "/dev/null");
  ServerProcess other(Keys({"rotate"}), {}, "/dev/null");
  const int codes = one.Wait() + other.Wait();
  EXPECT_EQ(codes, 2) << one.err() << other.err();
  EXPECT_EQ(States(), "active next");
}

TEST_F(KeysCommand, KeepsSessionsThroughRotationAndRestart) {
  tree_.Write("tokens", std::string(signin::telegram::test::kToken) + "\n");
  chmod(tree_.path("tokens").c_str(), 0600);
  const std::vector<std::string> arguments = ServeKeys();
  const std::map<std::string, std::string> environment{
      {"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", tree_.path("tokens")},
      {"PRICHAL_AUTH_TELEGRAM_BOTS", ""}};
  auto server = std::make_unique<ServerProcess>(arguments, environment);
  std::string site = ReadAddresses(*server).site;
  const auto ask = [&site](const std::string& what, const std::string& lines,
                           const std::string& body = {}) {
    return RawClient(site).Ask(what + " HTTP/1.1\r\nHost: a\r\n" + lines + "Content-Length: " +
                               std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  const auto member = [](const std::string& response, const char* name) {
    return Ran{.code = 0, .out = BodyOf(response), .err = {}}.member(name);
  };
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  const std::string signed_in =
      ask("POST /auth/telegram",
          "Authorization: tma " +
              signin::telegram::test::Hashed({{"auth_date", std::to_string(now.count())},
                                              {"user", R"({"id":42,"first_name":"Anna"})"}}) +
              "\r\n");
  const std::string before = member(signed_in, "access_token");
  std::string refresh = member(signed_in, "refresh_token");
  ASSERT_FALSE(before.empty()) << signed_in;
  const auto key_of = [](const std::string& token) {
    const auto jws = signin::token::UnverifiedJws::Parse(token);
    return jws ? jws->key_id() : "";
  };
  const std::string first = Active();
  EXPECT_EQ(key_of(before), first);

  ASSERT_EQ(Run({"rotate", "--now"}).code, 0);
  server->ReadError("another process has changed the keys; they are reloaded");
  const auto renewed = [&] {
    const std::string response =
        ask("POST /auth/refresh", "", fmt::format(R"({{"refresh_token":"{}"}})", refresh));
    refresh = member(response, "refresh_token");
    return member(response, "access_token");
  };
  // The log entry is written slightly before the loops use the key.
  std::string after = renewed();
  for (int again = 0; key_of(after) == first && again < 20; ++again) after = renewed();
  EXPECT_EQ(key_of(after), Active());
  EXPECT_NE(key_of(after), first);
  for (const std::string& token : {before, after}) {
    const auto seen = ask("GET /auth/session", fmt::format("Authorization: Bearer {}\r\n", token));
    EXPECT_EQ(StatusOf(seen), 200) << seen;
  }
  server->Signal(SIGTERM);
  EXPECT_EQ(server->Wait(), 0);

  server = std::make_unique<ServerProcess>(arguments, environment);
  site = ReadAddresses(*server).site;
  const auto seen = ask("GET /auth/session", fmt::format("Authorization: Bearer {}\r\n", before));
  EXPECT_EQ(StatusOf(seen), 200) << seen;
  EXPECT_EQ(key_of(renewed()), Active());
}

TEST_F(KeysCommand, ListsKeysAsTable) {
  ServerProcess server(ServeKeys());
  ReadAddresses(server);
  const auto list = Run({"list"});
  EXPECT_EQ(list.err, "");
  EXPECT_TRUE(list.out.starts_with("KEY ")) << list.out;
  EXPECT_NE(list.out.find(Active() + "  ES256      active   20"), std::string::npos) << list.out;
}

TEST_F(KeysCommand, ExportsPrivateKeyOnlyToNewFile) {
  ServerProcess server(ServeKeys());
  ReadAddresses(server);
  const std::string path = tree_.path("own.pem");
  const auto exported = Run({"export", "--private", path});
  EXPECT_EQ(exported.code, 0) << exported.err;
  EXPECT_EQ(exported.out.find("PRIVATE KEY-"), std::string::npos);
  struct stat found {};
  ASSERT_EQ(stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0600U);
  std::ostringstream pem;
  pem << std::ifstream(path).rdbuf();
  const auto key = signin::token::PrivateKey::FromPem(pem.str());
  ASSERT_TRUE(key);
  EXPECT_EQ(key->public_key().thumbprint(), Active());
  for (const std::string& refused : {path, std::string("-"), std::string("/dev/stdout")}) {
    const auto again = Run({"export", "--private", refused});
    EXPECT_EQ(again.code, 2) << refused;
    EXPECT_EQ(again.out, "");
    EXPECT_EQ(again.err.find("PRIVATE KEY-"), std::string::npos);
  }
}

TEST_F(KeysCommand, RejectsKeysReadableByOthersAtStart) {
  {
    ServerProcess server(ServeKeys());
    ReadAddresses(server);
    server.Signal(SIGTERM);
    EXPECT_EQ(server.Wait(), 0);
  }
  const std::string path = tree_.path("data/auth-keys/root");
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  ServerProcess server(ServeKeys());
  EXPECT_EQ(server.Wait(), 2);
  EXPECT_EQ(server.err(), "prichal: \"" + path +
                              "\" is a secret, but other users can access it (mode 0644). Fix: "
                              "chmod 600 " +
                              path + ".\n");
}

}  // namespace
}  // namespace prichal::testing
