// Sign-in while the Valkey servers are unavailable, at start-up and later, and with sealing keys
// that differ between instances.

#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <regex>
#include <string>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/auth_instances_fixture.h"

namespace prichal::testing {
namespace {

class AuthInstancesFaults : public AuthInstancesTest {
 protected:
  void SetUp() override { UseServers("redis://" + NameOf(valkey_.endpoint())); }

  /// Starts an instance that must fail, and returns its error.
  [[nodiscard]] std::string Refusal(const Environment& change) const {
    Environment environment = change;
    environment.insert(environment_.begin(), environment_.end());
    environment.emplace("PRICHAL_SITE_ORIGIN", signin::kAuthSite);
    ServerProcess process({"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--web",
                           a_.web(), "--data", a_.data()},
                          environment);
    EXPECT_EQ(process.Wait(), 2);
    EXPECT_EQ(process.out(), "");
    return process.err();
  }
  /// Expects that sign-in and token requests are answered with 503.
  void ExpectUnavailable(const DurableServer& at) {
    AwaitReady(at, 503);
    const std::string refused = At(at).SignInByTelegram();
    EXPECT_EQ(Outcome(refused), "503 unavailable");
    EXPECT_EQ(HeaderOf(refused, "Retry-After"), "1");
  }

  valkey::FixtureServer valkey_{{"--appendonly", "yes", "--appendfsync", "always"}};
};

TEST_F(AuthInstancesFaults, RecoversAfterValkeyOutage) {
  StartBoth();
  const std::string signed_in = At(a_).SignInByTelegram();
  const std::string keys = KeysOf(a_);
  valkey_.Kill();
  for (const DurableServer& instance : instances_) {
    ExpectUnavailable(instance);
    // Verifying tokens locally still works.
    EXPECT_EQ(KeysOf(instance), keys);
  }
  valkey_.Start();
  for (const DurableServer& instance : instances_) AwaitReady(instance);
  EXPECT_EQ(Outcome(Session(b_, signed_in)), "200");
  const std::string again = At(a_).SignInByTelegram();
  EXPECT_EQ(UserOf(Session(b_, again)), UserOf(signed_in));

  // After a complete loss of the servers' data the instances write the keys again.
  (void)valkey_.Run({"FLUSHALL"});
  EXPECT_EQ(Outcome(At(b_).Renew(signed_in)), "401 session_revoked");
  Await("the keys are put back", [&] {
    return valkey_.Run({"EXISTS", "prichal:auth:keys"}).integer == 1;
  });
  EXPECT_EQ(Outcome(Session(b_, At(a_).SignInByTelegram())), "200");
  EXPECT_EQ(KeysOf(b_), keys);
}

TEST_F(AuthInstancesFaults, StartsWithoutKeysUntilValkeyIsUp) {
  valkey_.Kill();
  Start(a_);
  a_.process().ReadError("no signing keys: users cannot sign in, and readiness is off");
  ExpectUnavailable(a_);
  EXPECT_EQ(KeysOf(a_), "");
  const std::string published = At(a_).Ask("GET", "/.well-known/jwks.json");
  EXPECT_EQ(StatusOf(published), 503);
  EXPECT_EQ(HeaderOf(published, "Retry-After"), "1");
  for (const std::string path : {"/auth/verify", "/auth/session", "/auth/nothing"}) {
    EXPECT_EQ(Outcome(At(a_).Ask("GET", path)), "503 unavailable") << path;
  }
  EXPECT_EQ(Outcome(At(a_).Post("/auth/ton/challenge")), "503 unavailable");
  EXPECT_EQ(StatusOf(At(a_).Ask("OPTIONS", "/auth/ton/challenge")), 204);
  EXPECT_EQ(StatusOf(AskAdmin(a_, "GET", "/admin/auth/users?telegram=42")), 503);
  EXPECT_EQ(Outcome(AskAdmin(a_, "POST", "/admin/auth/introspect", "token=a.b.c")),
            "503 unavailable");
  valkey_.Start();
  AwaitReady(a_);
  EXPECT_EQ(Outcome(At(a_).SignInByTelegram()), "200");
  EXPECT_NE(KeysOf(a_), "");
  a_.process().Signal(SIGTERM);
  EXPECT_EQ(a_.process().Wait(), 0);
}

TEST_F(AuthInstancesFaults, FailsToStartWithWrongSealingKey) {
  Start(a_);
  AwaitReady(a_);
  const std::string wrong = Refusal({{"PRICHAL_AUTH_SEALING_KEY", SealingKey('2')}});
  EXPECT_NE(
      wrong.find("prichal: auth.sealing_key: the shared signing keys were sealed with "
                 "another key. Fix: give this instance the auth.sealing_key of the others.\n"),
      std::string::npos)
      << wrong;
  const std::string none = Refusal({{"PRICHAL_AUTH_SEALING_KEY", ""}});
  EXPECT_TRUE(none.starts_with("prichal: auth.sealing_key: not set")) << none;
  EXPECT_NE(none.find("openssl rand -hex 32"), std::string::npos) << none;
  const std::string file = Refusal({{"PRICHAL_AUTH_KEY_FILE", folder_.path("tokens")}});
  EXPECT_TRUE(file.starts_with("prichal: auth.key_file: ")) << file;
  const std::string missing = Refusal({{"PRICHAL_AUTH_SEALING_KEY_FILE", "/nowhere/key"}});
  EXPECT_TRUE(missing.starts_with("prichal: auth.sealing_key_file: cannot read \"/nowhere/key\""))
      << missing;
  EXPECT_EQ(Outcome(At(a_).SignInByTelegram()), "200") << "nothing of that has changed the keys";
}

TEST_F(AuthInstancesFaults, IsNotReadyWithWrongSealingKeyFoundLater) {
  Start(a_);
  AwaitReady(a_);
  const std::string keys = KeysOf(a_);
  valkey_.Stop();
  Start(b_, {{"PRICHAL_AUTH_SEALING_KEY", SealingKey('2')}});
  valkey_.Continue();
  b_.process().ReadError("were sealed with another key");
  AwaitReady(a_);
  // The servers are reachable again, and the instance has read the keys more than once.
  Await("messages are kept", [&] {
    return RawClient(b_.admin())
               .Ask("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
               .find("\nprichal_store_healthy 1\n") != std::string::npos;
  });
  ExpectUnavailable(b_);
  EXPECT_EQ(KeysOf(b_), "");
  EXPECT_EQ(KeysOf(a_), keys);
}

TEST_F(AuthInstancesFaults, RejectsSignInWithoutReplicas) {
  Start(a_);
  AwaitReady(a_);
  EXPECT_EQ(Outcome(At(a_).SignInByTelegram()), "200");
  Start(b_, {{"PRICHAL_STORE_VALKEY_REPLICAS", "1"}});
  EXPECT_NE(KeysOf(b_), "");
  EXPECT_EQ(Outcome(At(b_).SignInByTelegram(43)), "503 unavailable");
}

TEST_F(AuthInstancesFaults, ShutsDownGracefullyWhileValkeyHangs) {
  environment_["PRICHAL_SERVER_DRAIN_DEADLINE"] = "200";
  StartBoth();
  valkey_.Stop();
  std::vector<std::future<std::string>> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.push_back(std::async(std::launch::async, [&, i] {
      return RawClient(a_.site()).Ask(
          "POST /auth/telegram HTTP/1.1\r\nHost: a\r\n"
          "Content-Length: 0\r\nAuthorization: tma " +
          InitData(42 + i) + "\r\n\r\n");
    }));
  }
  Await("calls are under way", [&] {
    static const std::regex kWaiting("\nprichal_valkey_commands_waiting ([0-9]+)\n");
    const std::string metrics = AskAdmin(a_, "GET", "/metrics");
    std::smatch match;
    return std::regex_search(metrics, match, kWaiting) && std::stoi(match[1]) >= 3;
  });
  a_.process().Signal(SIGTERM);
  EXPECT_EQ(a_.process().Wait(), 0);
  for (auto& one : waiting) (void)one.get();
  valkey_.Continue();
}

}  // namespace
}  // namespace prichal::testing
