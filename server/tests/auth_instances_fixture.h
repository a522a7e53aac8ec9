#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <utility>

#include "auth_fixture.h"
#include "base/fixture_await.h"
#include "durable_server.h"
#include "valkey/fixture_servers.h"

namespace prichal::testing {

/// Two processes that share sessions. The requests of AuthTest go to the instance last selected
/// with At().
class AuthInstancesTest : public app::AuthTest {
 public:
  using AuthTest::Ask;
  using AuthTest::NewChallenge;
  using AuthTest::Post;
  using AuthTest::Renew;
  using AuthTest::SignInByTelegram;

 protected:
  using Environment = std::map<std::string, std::string>;

  /// Uses the servers at `uri` as the shared store. A test can change it before it starts the
  /// instances.
  void UseServers(const std::string& uri) {
    environment_ = {{"PRICHAL_STORE_KIND", "valkey"},
                    {"PRICHAL_STORE_VALKEY_URI", uri},
                    {"PRICHAL_SERVER_LOOPS", "2"},
                    {"PRICHAL_SERVER_DRAIN_DEADLINE", "10000"},
                    {"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", folder_.path("tokens")},
                    {"PRICHAL_AUTH_TON_DOMAINS", app::kAuthDomain},
                    {"PRICHAL_AUTH_TON_NETWORKS", "-239,-3"},
                    {"PRICHAL_AUTH_SEALING_KEY", SealingKey('1')}};
  }
  static std::string SealingKey(char digit) { return std::string(64, digit); }

  /// `more` overrides the common settings.
  void Start(DurableServer& instance, Environment more = {}) const {
    more.insert(environment_.begin(), environment_.end());
    instance.Start(std::move(more));
  }
  void StartBoth() {
    for (DurableServer& instance : instances_) Start(instance);
    for (const DurableServer& instance : instances_) AwaitReady(instance);
  }
  static void AwaitReady(const DurableServer& instance, int status = 200) {
    Await("readiness " + std::to_string(status),
          [&] { return StatusOf(instance.Ready()) == status; });
  }

  AuthInstancesTest& At(const DurableServer& instance) {
    address_ = instance.site();
    return *this;
  }
  [[nodiscard]] std::string Session(const DurableServer& at, const std::string& signed_in) {
    return At(at).Ask("GET", "/auth/session", Bearer(signed_in));
  }
  /// Returns the result that a proxy would get.
  [[nodiscard]] std::string Verify(const DurableServer& at, const std::string& signed_in) {
    return Outcome(At(at).Ask("GET", "/auth/verify", Bearer(signed_in)));
  }
  [[nodiscard]] std::string KeysOf(const DurableServer& at) {
    const std::string response = At(at).Ask("GET", "/.well-known/jwks.json");
    return StatusOf(response) == 200 ? BodyOf(response) : std::string();
  }
  [[nodiscard]] static std::string AskAdmin(const DurableServer& at, const std::string& method,
                                            const std::string& path, const std::string& body = {}) {
    return RawClient(at.admin())
        .Ask(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
             std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  Environment environment_;
  std::array<DurableServer, 2> instances_;
  DurableServer& a_ = instances_[0];
  DurableServer& b_ = instances_[1];
};

}  // namespace prichal::testing
