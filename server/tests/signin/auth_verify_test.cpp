// Responses to a proxy's authorization requests: /auth/verify.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "config/key.h"
#include "signin/token/access_token.h"
#include "tests/fixtures/auth_fixture.h"

namespace prichal::signin {
namespace {

constexpr std::array kIdentityHeaders{"User",        "Telegram-Id", "Username",
                                      "Ton-Address", "Ton-Network", "Session"};

class AuthVerify : public AuthTest {
 protected:
  AuthVerify() { (void)config::FitTo(settings_, {.processors = 2, .memory = 1UL << 30}); }

  [[nodiscard]] std::string Verify(const std::string& headers = {}, const std::string& query = {},
                                   std::string_view method = "GET") const {
    return Ask(method, "/auth/verify" + query, headers);
  }
  /// Returns the value of a response header, or "none" if it is absent.
  static std::string Says(const std::string& answer, const std::string& name,
                          const std::string& prefix = "X-Auth-Request-") {
    return HeaderOf(answer, prefix + name).value_or("none");
  }
  [[nodiscard]] std::string SignInByWallet(std::string_view vector = "valid-v3r2-mainnet",
                                           const std::string& headers = {}) const {
    return Post("/auth/ton", Proof(NewChallenge(), vector), headers);
  }
  /// Returns the headers that a proxy adds.
  static std::string Forwarded(const std::string& method, const std::string& target,
                               const std::string& host = {}) {
    return "X-Forwarded-Method: " + method + "\r\nX-Forwarded-Uri: " + target + "\r\n" +
           (host.empty() ? "" : "X-Forwarded-Host: " + host + "\r\n");
  }
};

TEST_F(AuthVerify, SendsIdentityHeaders) {
  Start();
  const std::string signed_in = SignInByTelegram();
  // The first response comes from the ledger, later ones from the cache.
  for (int i = 0; i < 8; ++i) {
    const std::string answer = Verify(Bearer(signed_in));
    EXPECT_EQ(StatusOf(answer), 204);
    EXPECT_EQ(Says(answer, "User"), UserOf(signed_in));
    EXPECT_EQ(Says(answer, "Telegram-Id"), "42");
    EXPECT_EQ(Says(answer, "Username"), "anna");
    EXPECT_EQ(Says(answer, "Ton-Address"), "");
    EXPECT_EQ(Says(answer, "Ton-Network"), "");
    EXPECT_EQ(Says(answer, "Session"), Text(Json(signed_in).at("session").as_object(), "id"));
    EXPECT_EQ(Says(answer, "Cache-Control", ""), "no-store");
    EXPECT_EQ(Says(answer, "Authorization", ""), "none");
  }
}

TEST_F(AuthVerify, SendsEmptyHeadersForUnknownValues) {
  Start();
  const std::string wallet = SignInByWallet();
  ASSERT_EQ(Outcome(wallet), "200");
  // A client cannot inject these headers: the response sets all of them.
  std::string forged;
  for (const char* name : kIdentityHeaders) {
    forged += "X-Auth-Request-" + std::string(name) + ": forged\r\n";
  }
  const std::string answer = Verify(Bearer(wallet) + forged);
  EXPECT_EQ(StatusOf(answer), 204);
  EXPECT_EQ(Says(answer, "Telegram-Id"), "");
  EXPECT_EQ(Says(answer, "Username"), "");
  EXPECT_EQ(Says(answer, "Ton-Network"), "-239");
  EXPECT_TRUE(Says(answer, "Ton-Address").starts_with("0:"));
  EXPECT_EQ(answer.find("forged"), std::string::npos);
  EXPECT_EQ(Outcome(Verify(forged)), "401 no_session");
}

TEST_F(AuthVerify, AnswersEveryMethod) {
  Start();
  const std::string bearer = Bearer(SignInByTelegram());
  for (const char* method : {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"}) {
    EXPECT_EQ(StatusOf(Verify(bearer, {}, method)), 204) << method;
    EXPECT_EQ(StatusOf(RawClient(address_).Ask(std::string(method) +
                                               " /auth/verify HTTP/1.1\r\nHost: a\r\n" + bearer +
                                               "Content-Length: 7\r\n\r\nignored")),
              204)
        << method;
  }
}

TEST_F(AuthVerify, SendsWwwAuthenticateWithoutSession) {
  Start();
  const std::string nobody = Verify();
  EXPECT_EQ(Outcome(nobody), "401 no_session");
  EXPECT_TRUE(Says(nobody, "WWW-Authenticate", "").starts_with("Bearer realm=\"prichal\""));
  const std::string bad = Verify("Authorization: Bearer x.y.z\r\n");
  EXPECT_EQ(Outcome(bad), "401 token_invalid");
  EXPECT_NE(Says(bad, "WWW-Authenticate", "").find("error=\"invalid_token\""), std::string::npos);
}

TEST_F(AuthVerify, AcceptsBearerTokenFromAnyOrigin) {
  Start();
  const std::string bearer = Bearer(SignInByTelegram());
  EXPECT_EQ(StatusOf(Verify(bearer + "Origin: https://partner.example\r\n")), 204);
  // Only our own pages can read a rejection that a proxy forwards.
  const std::string own = Verify("Origin: " + kAuthSite + "\r\n");
  EXPECT_EQ(Says(own, "Access-Control-Allow-Origin", ""), kAuthSite);
  const std::string foreign = Verify("Origin: https://partner.example\r\n");
  EXPECT_EQ(Says(foreign, "Access-Control-Allow-Origin", ""), "none");
}

TEST_F(AuthVerify, EnforcesRequiredIdentitiesAndNetwork) {
  Start();
  const std::string telegram = Bearer(SignInByTelegram());
  EXPECT_EQ(Outcome(Verify(telegram, "?require=telegram")), "204");
  EXPECT_EQ(Outcome(Verify(telegram, "?require=ton")), "403 wallet_required");
  EXPECT_EQ(Outcome(Verify(telegram, "?require=telegram,ton")), "403 wallet_required");
  EXPECT_EQ(Outcome(Verify(telegram, "?require=telegram%2Cton")), "403 wallet_required");
  EXPECT_EQ(Outcome(Verify(telegram, "?network=-239")), "403 network_required");
  const std::string wallet = Bearer(SignInByWallet());
  EXPECT_EQ(Outcome(Verify(wallet, "?require=ton&network=-239")), "204");
  EXPECT_EQ(Outcome(Verify(wallet, "?require=telegram")), "403 telegram_required");
  EXPECT_EQ(Outcome(Verify(wallet, "?network=-3")), "403 network_required");
}

TEST_F(AuthVerify, RejectsProofOlderThanMaxAge) {
  Start();
  const std::string bearer = Bearer(SignInByTelegram());
  clock_.Step(Millis(300'000));
  EXPECT_EQ(Outcome(Verify(bearer, "?max_age=330")), "204");
  EXPECT_EQ(Outcome(Verify(bearer, "?max_age=290")), "403 proof_too_old");
}

TEST_F(AuthVerify, RejectsInvalidParameters) {
  Start();
  const std::string bearer = Bearer(SignInByTelegram());
  for (const char* query : {"?require=", "?require", "?require=Telegram", "?require=telegram,",
                            "?requre=ton", "?rd=1", "?network=5", "?network=", "?network=-239x",
                            "?max_age=0", "?max_age=1h", "?max_age=", "?max_age=60&max_age=70",
                            "?require=telegram&require=telegram", "?require=%zz", "?="}) {
    EXPECT_EQ(Outcome(Verify(bearer, query)), "400 parameter_invalid") << query;
  }
}

TEST_F(AuthVerify, UsesConfiguredHeaderNames) {
  settings_.auth.headers = "remote";
  Start();
  const std::string signed_in = SignInByTelegram();
  const std::string answer = Verify(Bearer(signed_in));
  for (const char* name : kIdentityHeaders) {
    EXPECT_NE(Says(answer, name, "Remote-"), "none") << name;
    EXPECT_EQ(Says(answer, name), "none") << name;
  }
  EXPECT_EQ(Says(answer, "User", "Remote-"), UserOf(signed_in));
}

TEST_F(AuthVerify, SelectsWalletOfRequestedNetwork) {
  Start();
  const std::string signed_in = SignInByWallet("valid-v3r2-mainnet");
  const std::string bearer = Bearer(signed_in);
  const std::string main = Says(Verify(bearer), "Ton-Address");
  clock_.Step(Millis(2'000));
  ASSERT_EQ(Outcome(SignInByWallet("valid-v4r2-testnet", bearer)), "200");
  const std::string test = Says(Verify(bearer), "Ton-Address");
  EXPECT_NE(test, main);
  EXPECT_EQ(Says(Verify(bearer), "Ton-Network"), "-3");
  EXPECT_EQ(Says(Verify(bearer, "?network=-239"), "Ton-Address"), main);
  EXPECT_EQ(Says(Verify(bearer, "?network=-239"), "Ton-Network"), "-239");
  EXPECT_EQ(Says(Verify(bearer, "?network=-3"), "Ton-Address"), test);
}

TEST_F(AuthVerify, RejectsCookieFromForeignPageOnUnsafeMethod) {
  settings_.auth.cookie = "lax";
  Start();
  const std::string signed_in =
      Post("/auth/telegram?cookie=1", {},
           "Authorization: tma " + InitData() + "\r\nOrigin: " + kAuthSite + "\r\n");
  const std::string line = HeaderOf(signed_in, "Set-Cookie").value_or("");
  const std::string cookie = "Cookie: " + line.substr(0, line.find(';')) + "\r\n";
  const std::string own = "Origin: " + kAuthSite + "\r\n";
  const std::string foreign = "Origin: https://evil.example\r\n";
  EXPECT_EQ(Outcome(Verify(cookie + Forwarded("GET", "/api"))), "204");
  EXPECT_EQ(Outcome(Verify(cookie + Forwarded("POST", "/api"))), "403 foreign_page");
  EXPECT_EQ(Outcome(Verify(cookie + Forwarded("POST", "/api") + foreign)), "403 foreign_page");
  EXPECT_EQ(Outcome(Verify(cookie + Forwarded("POST", "/api") + own)), "204");
  EXPECT_EQ(Outcome(Verify(cookie + Forwarded("PATCH", "/") + "Sec-Fetch-Site: same-origin\r\n")),
            "204");
  EXPECT_EQ(Outcome(Verify(cookie + Forwarded("PATCH", "/") + "Sec-Fetch-Site: same-site\r\n")),
            "403 foreign_page");
  // The proxy's own method says nothing about the client's method.
  EXPECT_EQ(Outcome(Verify(cookie)), "403 foreign_page");
  // A WebSocket is opened with GET, from a page of any origin.
  EXPECT_EQ(
      Outcome(Verify(cookie + Forwarded("GET", "/ws") + "Sec-WebSocket-Key: AAAA\r\n" + foreign)),
      "403 foreign_page");
}

TEST_F(AuthVerify, RequiresDpopProofOfForwardedRequest) {
  Start();
  PageKey key;
  const std::string signed_in =
      SignInByTelegram(42, key.Header("POST", "/auth/telegram", UnixNow()));
  const std::string token = Text(Json(signed_in), "access_token");
  const std::string dpop = "Authorization: DPoP " + token + "\r\n";
  const auto proof = [&](std::string_view method, const std::string& path) {
    return key.Header(method, path, UnixNow(), token);
  };
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("POST", "/api/buy?x=1") + proof("POST", "/api/buy"))),
            "204");
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("POST", "/api/buy", "app.example.org") +
                           proof("POST", "/api/buy"))),
            "204");
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("POST", "/api/buy") + proof("GET", "/api/buy"))),
            "401 dpop_invalid");
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("POST", "/api/buy") + proof("POST", "/api/sell"))),
            "401 dpop_invalid");
  // A proof for our site is not valid for a foreign host.
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("POST", "/api/buy", "evil.example") +
                           proof("POST", "/api/buy"))),
            "401 dpop_invalid");
  EXPECT_EQ(Outcome(Verify("Authorization: Bearer " + token + "\r\n" + Forwarded("GET", "/"))),
            "401 dpop_required");
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("GET", "/"))), "401 dpop_required");
  const std::string once = proof("GET", "/api/buy");
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("GET", "/api/buy") + once)), "204");
  EXPECT_EQ(Outcome(Verify(dpop + Forwarded("GET", "/api/buy") + once)), "401 dpop_invalid");
}

TEST_F(AuthVerify, PassesJwtToBackend) {
  settings_.auth.pass_jwt = true;
  Start();
  const std::string signed_in = SignInByTelegram();
  const std::string line = Says(Verify(Bearer(signed_in)), "Authorization", "");
  ASSERT_TRUE(line.starts_with("Bearer "));
  const auto now = std::chrono::seconds(UnixNow());
  const auto token = token::VerifyAccessToken(line.substr(7), Keys()->published(), kAuthSite,
                                              kAuthSite, now, std::chrono::seconds(5));
  ASSERT_TRUE(token.has_value()) << token.error().words;
  EXPECT_EQ(token->subject, UserOf(signed_in));
  EXPECT_LE(token->expires_at - now, std::chrono::seconds(60));
  // The token is renewed before it expires.
  clock_.Step(Millis(31'000));
  const std::string next = Says(Verify(Bearer(signed_in)), "Authorization", "");
  EXPECT_NE(next, line);
}

TEST_F(AuthVerify, RejectsBackendJwtAsAccessToken) {
  settings_.auth.pass_jwt = true;
  Start();
  PageKey key;
  const std::string signed_in =
      SignInByTelegram(42, key.Header("POST", "/auth/telegram", UnixNow()));
  const std::string access = Text(Json(signed_in), "access_token");
  const std::string line = Says(Verify("Authorization: DPoP " + access + "\r\n" +
                                       key.Header("GET", "/auth/verify", UnixNow(), access)),
                                "Authorization", "");
  ASSERT_TRUE(line.starts_with("Bearer ")) << line;
  const auto token =
      token::VerifyAccessToken(line.substr(7), Keys()->published(), kAuthSite, kAuthSite,
                               std::chrono::seconds(UnixNow()), std::chrono::seconds(5));
  ASSERT_TRUE(token.has_value()) << token.error().words;
  EXPECT_EQ(token->key_thumbprint, key.thumbprint()) << "it says whose the session is";
  EXPECT_EQ(token->scope, "identity");

  const std::string stolen = "Authorization: " + line + "\r\n";
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", stolen)), "401 token_invalid");
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/user", stolen)), "401 token_invalid");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()), stolen)), "401 token_invalid");
  EXPECT_EQ(Outcome(Post("/auth/logout", {}, stolen)), "401 token_invalid");
  EXPECT_EQ(Outcome(Verify(stolen)), "401 token_invalid");
  EXPECT_EQ(Outcome(Post("/auth/revoke", "token=" + line.substr(7))), "200");
  const std::string own = "Authorization: DPoP " + access + "\r\n";
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session",
                        own + key.Header("GET", "/auth/session", UnixNow(), access))),
            "200")
      << "the session goes on";
}

TEST_F(AuthVerify, RejectsSessionOnEveryLoopAfterSignOut) {
  Start();
  for (int round = 0; round < 20; ++round) {
    const std::string bearer = Bearer(SignInByTelegram());
    // Connections are distributed over the loops, so each loop has cached the session.
    std::vector<RawClient> clients;
    for (int i = 0; i < 8; ++i) clients.emplace_back(address_);
    const std::string ask = "GET /auth/verify HTTP/1.1\r\nHost: a\r\n" + bearer + "\r\n";
    for (auto& client : clients) EXPECT_EQ(StatusOf(client.Ask(ask)), 204);
    EXPECT_EQ(StatusOf(Post("/auth/logout", {}, bearer)), 204);
    for (auto& client : clients) EXPECT_EQ(Outcome(client.Ask(ask)), "401 session_revoked");
  }
}

TEST_F(AuthVerify, ReflectsUserChangesAtOnce) {
  Start();
  const std::string signed_in = SignInByTelegram();
  const std::string bearer = Bearer(signed_in);
  EXPECT_EQ(Says(Verify(bearer), "Ton-Address"), "");
  ASSERT_EQ(Outcome(SignInByWallet("valid-v3r2-mainnet", bearer)), "200");
  for (int i = 0; i < 8; ++i) EXPECT_EQ(Says(Verify(bearer), "Ton-Network"), "-239");
  clock_.Step(Millis(2'000));
  (void)ProveTelegram(bearer);
  EXPECT_EQ(StatusOf(Ask("DELETE", "/auth/identities/telegram:42", bearer)), 204);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(Says(Verify(bearer), "Telegram-Id"), "");
}

TEST_F(AuthVerify, RejectsCachedTokenAfterExpiry) {
  Start();
  const std::string bearer = Bearer(SignInByTelegram());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(StatusOf(Verify(bearer)), 204);
  clock_.Step(Millis(606'000));
  EXPECT_EQ(Outcome(Verify(bearer)), "401 token_expired");
}

TEST_F(AuthVerify, RejectsCachedTokenOfWithdrawnKey) {
  Start();
  const std::string bearer = Bearer(SignInByTelegram());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(StatusOf(Verify(bearer)), 204);
  service_->SetKeys(
      SigningKeys::Generate(token::Algorithm::kEs256, MachineClock().Now().unix_time));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(Outcome(Verify(bearer)), "401 token_invalid");
}

}  // namespace
}  // namespace prichal::signin
