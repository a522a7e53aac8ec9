#include "signin/token/access_token.h"

#include <gtest/gtest.h>

#include "signin/token/tests/fixture.h"

namespace prichal::signin::token {
namespace {

using test::Judged;
using test::kNow;
using test::Sign;

AccessToken Whole() {
  AccessToken token;
  token.issuer = "https://app.example.com";
  token.subject = "u_01";
  token.audience = {"https://app.example.com"};
  token.client_id = "web";
  token.id = "j1";
  token.issued_at = kNow;
  token.expires_at = kNow + std::chrono::minutes(10);
  token.auth_time = kNow - std::chrono::seconds(5);
  token.methods = {"tg_init", "ton_proof"};
  token.session = "s1";
  token.key_thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";
  token.telegram =
      AccessToken::Telegram{.id = 99281932, .bot = 7000000001, .premium = true, .language = "ru"};
  token.ton = AccessToken::Ton{.address = "0:00", .network = "-239", .verified_at = kNow};
  token.more["name"] = "A <b>";
  token.more["sub"] = "somebody else";  // is ignored
  return token;
}

Result<AccessToken, TokenRefusal> Verify(std::string_view text) {
  return VerifyAccessToken(text, test::KeySet(), "https://app.example.com",
                           "https://app.example.com", kNow);
}

TEST(AccessToken, HasStableEncoding) {
  const std::string text = SignAccessToken(Whole(), test::Key(test::kEd25519));
  const std::size_t point = text.find('.');
  EXPECT_EQ(
      Base64UrlDecode(text.substr(0, point)),
      R"({"alg":"EdDSA","kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k","typ":"at+jwt"})");
  EXPECT_EQ(
      Base64UrlDecode(text.substr(point + 1, text.rfind('.') - point - 1)),
      R"({"iss":"https://app.example.com","sub":"u_01","aud":["https://app.example.com"],"client_id":"web","iat":1790000000,"exp":1790000600,"jti":"j1","auth_time":1789999995,"amr":["tg_init","ton_proof"],"sid":"s1","cnf":{"jkt":"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"},"tg":{"id":99281932,"bot":7000000001,"prem":true,"lang":"ru"},"ton":{"a":"0:00","n":"-239","t":1790000000},"name":"A <b>"})");
}

TEST(AccessToken, RoundTrips) {
  for (const std::string_view key : {test::kP256, test::kEd25519}) {
    AccessToken whole = Whole();
    const auto read = Verify(SignAccessToken(whole, test::Key(key)));
    ASSERT_TRUE(read) << read.error().words;
    EXPECT_EQ(read->issuer, whole.issuer);
    EXPECT_EQ(read->subject, whole.subject);
    EXPECT_EQ(read->audience, whole.audience);
    EXPECT_EQ(read->client_id, whole.client_id);
    EXPECT_EQ(read->id, whole.id);
    EXPECT_EQ(read->issued_at, whole.issued_at);
    EXPECT_EQ(read->expires_at, whole.expires_at);
    EXPECT_EQ(read->auth_time, whole.auth_time);
    EXPECT_EQ(read->methods, whole.methods);
    EXPECT_EQ(read->session, whole.session);
    EXPECT_EQ(read->key_thumbprint, whole.key_thumbprint);
    EXPECT_EQ(read->telegram, whole.telegram);
    EXPECT_EQ(read->ton, whole.ton);
    EXPECT_EQ(read->more.size(), 1U);
    EXPECT_EQ(read->more.at("name"), "A <b>");
  }
}

TEST(AccessToken, MayBeBearerToken) {
  AccessToken token = Whole();
  token.key_thumbprint.clear();
  token.telegram.reset();
  token.ton.reset();
  token.methods.clear();
  token.more.clear();
  const auto read = Verify(SignAccessToken(token, test::Key()));
  ASSERT_TRUE(read) << read.error().words;
  EXPECT_EQ(read->key_thumbprint, "");
  EXPECT_FALSE(read->telegram);
  EXPECT_FALSE(read->ton);
}

// Signed with Node's crypto. If the signed content changes, tokens in circulation must still
// verify.
TEST(AccessToken, AcceptsGoldenToken) {
  constexpr std::string_view kGolden =
      "eyJhbGciOiJFUzI1NiIsImtpZCI6Im9LSXl3dkdVcFRWVHl4TVEzYndJSWVRVXVkZnJfQ2tMTWpDRTE5RUNELVUiLC"
      "J0eXAiOiJhdCtqd3QifQ.eyJpc3MiOiJodHRwczovL2FwcC5leGFtcGxlLmNvbSIsInN1YiI6InVfMDEiLCJhdWQiO"
      "lsiaHR0cHM6Ly9hcHAuZXhhbXBsZS5jb20iXSwiY2xpZW50X2lkIjoid2ViIiwiaWF0IjoxNzkwMDAwMDAwLCJleHA"
      "iOjE3OTAwMDA2MDAsImp0aSI6ImoxIiwiYXV0aF90aW1lIjoxNzg5OTk5OTk1LCJhbXIiOlsidGdfaW5pdCJdLCJza"
      "WQiOiJzMSIsInRnIjp7ImlkIjo5OTI4MTkzMiwiYm90Ijo3MDAwMDAwMDAxLCJwcmVtIjp0cnVlfX0.gxcqRfgRTtw"
      "LMzCrfsBS6Sd3aPOPCe6qUKD5dGcafOppm1a3XkZ3WiMEWGH9ik9GALyUt72vtztqN6ggWxCI6w";
  const auto read = Verify(kGolden);
  ASSERT_TRUE(read) << read.error().words;
  EXPECT_EQ(read->subject, "u_01");
  EXPECT_EQ(read->telegram->id, 99281932);
}

TEST(AccessTokenAttack, RequiresAllClaims) {
  const PrivateKey key = test::Key();
  const std::string header =
      R"({"alg":"ES256","typ":"at+jwt","kid":")" + key.public_key().thumbprint() + R"("})";
  const std::string basis =
      R"({"iss":"https://app.example.com","sub":"u","aud":"https://app.example.com","iat":1790000000,"exp":1790000600)";
  const auto judge = [&](const std::string& more) {
    return Judged(Verify(Sign(header, basis + more + "}", key)));
  };
  const std::string good = R"(,"jti":"j","client_id":"web","auth_time":1,"sid":"s")";
  EXPECT_EQ(judge(good), "taken");
  EXPECT_EQ(judge(R"(,"client_id":"web","auth_time":1,"sid":"s")"), "claims");
  EXPECT_EQ(judge(R"(,"jti":"j","auth_time":1,"sid":"s")"), "claims");
  EXPECT_EQ(judge(R"(,"jti":"j","client_id":"web","sid":"s")"), "claims");
  EXPECT_EQ(judge(R"(,"jti":"j","client_id":"web","auth_time":1)"), "claims");
  for (const char* more :
       {R"(,"cnf":{})", R"(,"cnf":"x")", R"(,"cnf":{"jkt":""})", R"(,"cnf":{"jkt":7})",
        R"(,"tg":{})", R"(,"tg":{"id":"1","bot":2})", R"(,"tg":{"id":1})", R"(,"tg":[])",
        R"(,"tg":{"id":1,"bot":2,"prem":"true"})", R"(,"ton":{"a":"0:00","n":"-239"})",
        R"(,"ton":{"a":"0:00","n":-239,"t":1})", R"(,"amr":7)"}) {
    EXPECT_EQ(judge(good + more), "claims") << more;
  }
}

}  // namespace
}  // namespace prichal::signin::token
