// Introspection and revocation by the holder of a token: /auth/introspect and /auth/revoke.

#include <gtest/gtest.h>

#include <string>

#include "base/encoding.h"
#include "config/key.h"
#include "tests/fixtures/auth_fixture.h"

namespace prichal::signin {
namespace {

const std::string kSecret = "0123456789abcdef0123456789abcdef";

class AuthTokens : public AuthTest {
 protected:
  AuthTokens() { (void)config::FitTo(settings_, {.processors = 2, .memory = 1UL << 30}); }

  void StartWithSecret() {
    folder_.Write("secret", kSecret + "\n");
    settings_.auth.introspection_secret_file = folder_.path("secret");
    Start();
  }
  [[nodiscard]] std::string Introspect(const std::string& token,
                                       const std::string& authorization = "Bearer " +
                                                                          kSecret) const {
    return Post("/auth/introspect", "token=" + token,
                "Authorization: " + authorization +
                    "\r\nContent-Type: application/x-www-form-urlencoded\r\n");
  }
  [[nodiscard]] std::string RefreshOf(const std::string& answer) const {
    return Text(Json(answer), "refresh_token");
  }
  [[nodiscard]] bool Counts(const std::string& token) const {
    const auto json = Json(Introspect(token));
    return json.contains("active") && json.at("active") == true;
  }
};

TEST_F(AuthTokens, IntrospectsWithSecret) {
  StartWithSecret();
  const std::string signed_in = SignInByTelegram();
  const std::string token = Text(Json(signed_in), "access_token");
  const std::string answer = Introspect(token);
  EXPECT_EQ(StatusOf(answer), 200);
  const auto json = Json(answer);
  EXPECT_TRUE(json.contains("active") && json.at("active") == true);
  EXPECT_EQ(Text(json, "sub"), UserOf(signed_in));
  EXPECT_EQ(Text(json, "token_type"), "Bearer");
  EXPECT_EQ(Text(json, "iss"), kAuthSite);
  for (const char* name : {"exp", "iat", "aud", "client_id", "sid", "tg", "auth_time"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  EXPECT_EQ(StatusOf(Introspect(token, "Basic " + Base64UrlEncode("api:" + kSecret))), 200);
}

TEST_F(AuthTokens, RejectsIntrospectionWithWrongSecret) {
  StartWithSecret();
  const std::string token = Text(Json(SignInByTelegram()), "access_token");
  EXPECT_EQ(Outcome(Introspect(token, "Bearer " + kSecret + "x")), "401 client_invalid");
  EXPECT_EQ(Outcome(Introspect(token, "Bearer " + token)), "401 client_invalid");
  EXPECT_EQ(Outcome(Introspect(token, "Basic " + Base64UrlEncode("api:other"))),
            "401 client_invalid");
  EXPECT_EQ(Outcome(Post("/auth/introspect", "token=" + token)), "401 client_invalid");
  EXPECT_EQ(Outcome(Introspect("")), "400 token_absent");
}

TEST_F(AuthTokens, RejectsIntrospectionWithoutConfiguredSecret) {
  Start();
  const std::string token = Text(Json(SignInByTelegram()), "access_token");
  EXPECT_EQ(Outcome(Introspect(token, "Bearer ")), "404 not_configured");
}

TEST_F(AuthTokens, IsActiveUntilExpiryOrSessionEnd) {
  StartWithSecret();
  const std::string signed_in = SignInByTelegram();
  const std::string token = Text(Json(signed_in), "access_token");
  EXPECT_TRUE(Counts(token));
  EXPECT_FALSE(Counts(token + "x"));
  EXPECT_FALSE(Counts("x"));
  const std::string other = Text(Json(SignInByTelegram()), "access_token");
  EXPECT_EQ(StatusOf(Post("/auth/logout", {}, Bearer(signed_in))), 204);
  EXPECT_FALSE(Counts(token));
  EXPECT_TRUE(Counts(other));
  clock_.Step(Millis(606'000));
  EXPECT_FALSE(Counts(other));
}

TEST_F(AuthTokens, IntrospectsCurrentRefreshTokenWithoutUsingIt) {
  StartWithSecret();
  const std::string signed_in = SignInByTelegram();
  const std::string first = RefreshOf(signed_in);
  const auto json = Json(Introspect(first + "&token_type_hint=refresh_token"));
  EXPECT_TRUE(json.contains("active") && json.at("active") == true);
  EXPECT_EQ(Text(json, "token_type"), "refresh_token");
  EXPECT_EQ(Text(json, "sub"), UserOf(signed_in));
  EXPECT_EQ(Text(json, "iss"), kAuthSite);
  const auto session = Json(signed_in).at("session").as_object();
  EXPECT_EQ(Text(json, "sid"), Text(session, "id"));
  EXPECT_EQ(json.at("exp"), session.at("expires_at"));
  EXPECT_FALSE(json.contains("aud")) << "it lets nobody in anywhere";
  EXPECT_FALSE(json.contains("cnf"));

  const std::string renewed = Renew(signed_in);
  ASSERT_EQ(StatusOf(renewed), 200) << "it was not used up";
  EXPECT_FALSE(Counts(first));
  clock_.Step(Millis(60'000));
  EXPECT_FALSE(Counts(first)) << "and whoever asks about it ends nothing";
  EXPECT_TRUE(Counts(RefreshOf(renewed)));
  EXPECT_FALSE(Counts(RefreshOf(renewed).substr(1) + "A")) << "not one of ours";
  EXPECT_EQ(StatusOf(Post("/auth/logout", {}, Bearer(renewed))), 204);
  EXPECT_FALSE(Counts(RefreshOf(renewed)));
}

TEST_F(AuthTokens, RefreshTokenIsActiveUntilSessionEnds) {
  StartWithSecret();
  const std::string token = RefreshOf(SignInByTelegram());
  clock_.Step(settings_.auth.refresh_idle - Millis(60'000));
  EXPECT_TRUE(Counts(token));
  clock_.Step(Millis(61'000));
  EXPECT_FALSE(Counts(token));
}

TEST_F(AuthTokens, BoundRefreshTokenReportsItsKey) {
  StartWithSecret();
  PageKey key;
  const std::string signed_in =
      SignInByTelegram(42, key.Header("POST", "/auth/telegram", UnixNow()));
  ASSERT_EQ(StatusOf(signed_in), 200);
  const auto json = Json(Introspect(RefreshOf(signed_in)));
  ASSERT_TRUE(json.contains("cnf"));
  EXPECT_EQ(Text(json.at("cnf").as_object(), "jkt"), key.thumbprint());
}

TEST_F(AuthTokens, RevokesSessionOfPresentedToken) {
  Start();
  for (const char* kind : {"access_token", "refresh_token"}) {
    const std::string signed_in = SignInByTelegram();
    EXPECT_EQ(StatusOf(Ask("GET", "/auth/verify", Bearer(signed_in))), 204);
    const std::string form = "token=" + Text(Json(signed_in), kind) + "&token_type_hint=" + kind;
    EXPECT_EQ(Outcome(Post("/auth/revoke", form)), "200");
    EXPECT_EQ(Outcome(Ask("GET", "/auth/verify", Bearer(signed_in))), "401 session_revoked");
    EXPECT_EQ(Outcome(Renew(signed_in)), "401 session_revoked");
    // Revoking an invalid token succeeds.
    EXPECT_EQ(Outcome(Post("/auth/revoke", form)), "200");
  }
  EXPECT_EQ(Outcome(Post("/auth/revoke", "token=x.y.z")), "200");
  EXPECT_EQ(Outcome(Post("/auth/revoke", "x=y")), "400 token_absent");
}

}  // namespace
}  // namespace prichal::signin
