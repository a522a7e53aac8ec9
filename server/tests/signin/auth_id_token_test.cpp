// POST /auth/telegram/id-token: exchanges an ID token of Telegram Login for a session.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "signin/token/access_token.h"
#include "tests/fixtures/issuer_fixture.h"

namespace prichal::signin {
namespace {

class AuthIdToken : public bridge::OidcTest {
 protected:
  [[nodiscard]] std::string Exchange(const std::string& id_token, const std::string& headers = {},
                                     const boost::json::object& more = {}) const {
    boost::json::object body = more;
    body["id_token"] = id_token;
    return Post("/auth/telegram/id-token", boost::json::serialize(body), headers);
  }
  [[nodiscard]] std::string Judged(const Change& change) const {
    return Outcome(Exchange(IdToken(change)));
  }
  void WithoutKeys(bridge::Issuer::Answer answer) {
    issuer_.AnswerKeys(std::move(answer));
    Start();
    EXPECT_EQ(Outcome(Exchange(IdToken())), "503 oidc_unavailable");
    EXPECT_EQ(Outcome(Exchange(IdToken())), "503 oidc_unavailable");
    EXPECT_EQ(issuer_.Times("/.well-known/jwks.json"), 1U);
  }
};

TEST_F(AuthIdToken, ExchangesIdTokenForSession) {
  settings_.auth.claims = {"name", "username", "picture"};
  Start();
  const std::string response = Exchange(IdToken());
  ASSERT_EQ(StatusOf(response), 200) << response;
  EXPECT_EQ(HeaderOf(response, "Cache-Control"), "no-store");
  const auto json = Json(response);
  EXPECT_EQ(json.at("created"), true);
  EXPECT_EQ(json.at("session").at("amr").at(0), "tg_oidc");
  EXPECT_EQ(json.at("user").at("telegram").at("id"), 42);
  EXPECT_EQ(json.at("user").at("telegram").at("name"), "Anna A");
  const auto token =
      token::VerifyAccessToken(Text(json, "access_token"), Keys()->published(), kAuthSite,
                               kAuthSite, std::chrono::seconds(UnixNow()));
  ASSERT_TRUE(token) << token.error().words;
  EXPECT_EQ(token->telegram->id, 42);
  EXPECT_EQ(token->telegram->bot, 7000000001);
  EXPECT_EQ(Text(token->more, "name"), "Anna A");
  EXPECT_EQ(Text(token->more, "preferred_username"), "anna");
}

TEST_F(AuthIdToken, MapsWebAndMiniAppToOneUser) {
  Start();
  const std::string mini_app = SignInByTelegram(42);
  const std::string web = Exchange(IdToken());
  EXPECT_EQ(UserOf(web), UserOf(mini_app));
  EXPECT_EQ(Json(web).at("created"), false);
  // The user is the same, whatever `sub` Telegram issues for this bot.
  const auto other_sub = [](auto&, auto& claims) { claims["sub"] = "another"; };
  EXPECT_EQ(UserOf(Exchange(IdToken(other_sub))), UserOf(mini_app));
  const auto other_id = [](auto&, auto& claims) { claims["id"] = 43; };
  EXPECT_NE(UserOf(Exchange(IdToken(other_id))), UserOf(mini_app));
}

TEST_F(AuthIdToken, IdentifiesUserOnlyByIdClaim) {
  Start();
  const auto with = [this](const boost::json::value& id) {
    return Judged([&](auto&, auto& claims) { claims["id"] = id; });
  };
  EXPECT_EQ(with("44"), "200");
  EXPECT_EQ(with(4'503'599'627'370'495), "200");
  for (const boost::json::value& id : std::initializer_list<boost::json::value>{
           0, -1, 4.5, true, nullptr, "", "0", "044", "+44", "44 ", "sub", 4'503'599'627'370'496,
           18'446'744'073'709'551'615U}) {
    EXPECT_EQ(with(id), "401 oidc_without_id") << id;
  }
  const std::string absent = Exchange(IdToken([](auto&, auto& claims) { claims.erase("id"); }));
  EXPECT_EQ(Outcome(absent), "401 oidc_without_id");
  EXPECT_NE(Text(Json(absent), "detail").find("scopes openid and profile"), std::string::npos);
}

TEST_F(AuthIdToken, ReturnsCodeForEachRejection) {
  Start();
  EXPECT_EQ(Judged([](auto&, auto&) {}), "200");
  EXPECT_EQ(Judged([](auto&, auto& claims) { claims["aud"] = "7000000002"; }),
            "401 id_token_invalid");
  EXPECT_EQ(Judged([](auto&, auto& claims) { claims["iss"] = "https://oauth.telegram.org"; }),
            "401 id_token_invalid");
  EXPECT_EQ(Judged([](auto& header, auto&) { header["typ"] = "at+jwt"; }), "401 id_token_invalid");
  EXPECT_EQ(Judged([](auto& header, auto&) { header["alg"] = "EdDSA"; }), "401 id_token_invalid");
  EXPECT_EQ(Judged([](auto& header, auto&) { header["alg"] = "none"; }), "401 id_token_invalid");
  EXPECT_EQ(Judged([](auto& header, auto&) { header["alg"] = "HS256"; }), "401 id_token_invalid");
  EXPECT_EQ(Judged([](auto& header, auto&) { header["kid"] = "other"; }), "401 id_token_invalid");
  std::string forged = IdToken();
  forged[forged.size() - 10] = forged[forged.size() - 10] == 'A' ? 'B' : 'A';
  EXPECT_EQ(Outcome(Exchange(forged)), "401 id_token_invalid");
  EXPECT_EQ(Outcome(Exchange("x")), "401 id_token_invalid");
  EXPECT_EQ(Outcome(Exchange("")), "400 id_token_malformed");
  EXPECT_EQ(Outcome(Post("/auth/telegram/id-token", "{")), "400 id_token_malformed");
  EXPECT_EQ(Outcome(Post("/auth/telegram/id-token", "{\"id_token\":7}")), "400 id_token_malformed");
}

TEST_F(AuthIdToken, RequiresAuthorizedPartyForSeveralAudiences) {
  Start();
  const auto several = [](const char* party) {
    return [party](auto&, auto& claims) {
      claims["aud"] = boost::json::array{bridge::kClientId, "7000000002"};
      if (party != nullptr) claims["azp"] = party;
    };
  };
  EXPECT_EQ(Judged(several(nullptr)), "401 id_token_invalid");
  EXPECT_EQ(Judged(several("7000000002")), "401 id_token_invalid");
  EXPECT_EQ(Judged(several("7000000001")), "200");
}

TEST_F(AuthIdToken, ToleratesClockSkewOfFiveMinutes) {
  Start();
  const auto at = [this](std::int64_t issued, std::int64_t expires) {
    return Judged([&](auto&, auto& claims) {
      claims["iat"] = UnixNow() + issued;
      claims["exp"] = UnixNow() + expires;
    });
  };
  EXPECT_EQ(at(-900, -290), "200");
  EXPECT_EQ(at(-900, -300), "401 id_token_expired");
  EXPECT_EQ(at(290, 900), "200");
  EXPECT_EQ(at(310, 900), "401 id_token_invalid");
}

TEST_F(AuthIdToken, RequiresMatchingNonce) {
  Start();
  const auto with = [](auto&, auto& claims) { claims["nonce"] = "n-1"; };
  EXPECT_EQ(Outcome(Exchange(IdToken(with), {}, {{"nonce", "n-1"}})), "200");
  EXPECT_EQ(Outcome(Exchange(IdToken(with), {}, {{"nonce", "n-2"}})), "401 nonce_mismatch");
  EXPECT_EQ(Outcome(Exchange(IdToken(with), {}, {{"nonce", "n-11"}})), "401 nonce_mismatch");
  EXPECT_EQ(Outcome(Exchange(IdToken(with))), "401 nonce_mismatch");
  EXPECT_EQ(Outcome(Exchange(IdToken(), {}, {{"nonce", "n-1"}})), "401 nonce_mismatch");
}

TEST_F(AuthIdToken, RejectsReplay) {
  Start();
  const std::string id_token = IdToken();
  EXPECT_EQ(Outcome(Exchange(id_token)), "200");
  EXPECT_EQ(Outcome(Exchange(id_token)), "401 id_token_used");
}

TEST_F(AuthIdToken, AcceptsReplayWithSameDpopKey) {
  Start();
  PageKey key;
  PageKey other;
  const std::string id_token = IdToken();
  const auto with = [&](PageKey& page) {
    return Exchange(id_token, page.Header("POST", "/auth/telegram/id-token", UnixNow()));
  };
  EXPECT_EQ(Text(Json(with(key)), "token_type"), "DPoP");
  EXPECT_EQ(Outcome(with(key)), "200");
  EXPECT_EQ(Outcome(with(other)), "401 id_token_used");
  EXPECT_EQ(Outcome(Exchange(id_token)), "401 id_token_used");
}

TEST_F(AuthIdToken, LinksIdentityToSessionOfRequest) {
  Start();
  const std::string wallet = Post("/auth/ton", Proof(NewChallenge()));
  const std::string linked = Exchange(IdToken(), Bearer(wallet));
  ASSERT_EQ(StatusOf(linked), 200) << linked;
  EXPECT_EQ(UserOf(linked), UserOf(wallet));
  EXPECT_EQ(Json(linked).at("user").at("identities").as_array().size(), 2U);
  (void)SignInByTelegram(43);
  const auto other = [](auto&, auto& claims) { claims["id"] = 43; };
  EXPECT_EQ(Outcome(Exchange(IdToken(other), Bearer(wallet))), "409 identity_in_use");
}

TEST_F(AuthIdToken, WorksWithoutSecretAndCookies) {
  settings_.auth.oidc_client_secret_file.clear();
  settings_.auth.cookie = "off";
  settings_.auth.telegram_tokens_file.clear();
  settings_.auth.ton_domains.clear();
  Start();
  EXPECT_EQ(Outcome(Exchange(IdToken())), "200");
}

TEST_F(AuthIdToken, IsNotConfiguredWithoutClientId) {
  settings_.auth.oidc_client_id.clear();
  Start();
  EXPECT_EQ(Outcome(Exchange(IdToken())), "404 not_configured");
}

TEST_F(AuthIdToken, RejectsForeignOrigin) {
  Start();
  EXPECT_EQ(Outcome(Exchange(IdToken(), "Origin: https://evil.example\r\n")),
            "403 origin_not_allowed");
}

TEST_F(AuthIdToken, SkipsKeysOfUnknownCurves) {
  token::JwkSet keys;
  keys.Add(token::test::Key(token::test::kP256).public_key());
  std::string set = keys.Write();
  set.insert(9, R"({"kty":"EC","crv":"secp256k1","alg":"ES256K","kid":"k","x":"AA","y":"AA"},)");
  issuer_.AnswerKeys({.body = set});
  Start();
  EXPECT_EQ(Outcome(Exchange(IdToken())), "200");
  EXPECT_EQ(Judged([](auto& header, auto&) {
              header["alg"] = "ES256K";
              header["kid"] = "k";
            }),
            "401 id_token_invalid");
}

TEST_F(AuthIdToken, FetchesKeysOnceAndUnknownKeyOncePerMinute) {
  Start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Outcome(Exchange(IdToken())), "200");
  EXPECT_EQ(issuer_.Times("/.well-known/jwks.json"), 1U);
  clock_.Step(Millis(60'000));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Judged([](auto& header, auto&) { header["kid"] = "other"; }), "401 id_token_invalid");
  }
  EXPECT_EQ(issuer_.Times("/.well-known/jwks.json"), 2U);
}

TEST_F(AuthIdToken, KeepsLastKeysWhileIssuerIsDown) {
  Start();
  EXPECT_EQ(Outcome(Exchange(IdToken())), "200");
  clock_.Step(Millis(25 * 3'600'000));
  issuer_.AnswerKeys({.status = 500});
  EXPECT_EQ(Outcome(Exchange(IdToken())), "200");
  EXPECT_EQ(issuer_.Times("/.well-known/jwks.json"), 2U);
}

TEST_F(AuthIdToken, ReportsIssuerDown) { WithoutKeys({.status = 500}); }

TEST_F(AuthIdToken, TimesOutSlowIssuer) {
  oidc_timeout_ = Millis(200);
  WithoutKeys({.status = 0});
}

TEST_F(AuthIdToken, RejectsTooLargeKeySet) {
  token::JwkSet keys;
  keys.Add(token::test::Key(token::test::kP256).public_key());
  WithoutKeys({.body = keys.Write() + std::string(64UL * 1024, ' ')});
}

TEST_F(AuthIdToken, DoesNotFollowRedirectOfIssuer) {
  bridge::Issuer other;
  WithoutKeys({.status = 302, .location = other.url() + "/.well-known/jwks.json"});
  EXPECT_TRUE(other.got().empty());
}

TEST_F(AuthIdToken, StopsWithoutWaitingForIssuer) {
  issuer_.AnswerKeys({.status = 0});
  Start();
  const RawClient client(address_);
  const std::string body = R"({"id_token":")" + IdToken() + "\"}";
  client.Send("POST /auth/telegram/id-token HTTP/1.1\r\nHost: a\r\nContent-Length: " +
              std::to_string(body.size()) + "\r\n\r\n" + body);
  Await("the keys are requested", [&] { return issuer_.Times("/.well-known/jwks.json") > 0; });
  service_->Stop();
  EXPECT_EQ(Outcome(Exchange(IdToken())), "503 oidc_unavailable");
}

}  // namespace
}  // namespace prichal::signin
