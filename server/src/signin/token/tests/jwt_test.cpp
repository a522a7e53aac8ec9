#include "signin/token/jwt.h"

#include <gtest/gtest.h>

#include "signin/token/tests/fixture.h"

namespace prichal::signin::token {
namespace {

using test::Judged;
using test::kNow;
using test::Sign;

constexpr JwtRules kRules = {
    .type = {}, .issuer = "https://i", .audience = "us", .leeway = std::chrono::seconds(0)};

std::string TokenHeader(const PrivateKey& key, std::string_view type = "JWT") {
  return R"({"alg":")" + std::string(NameOf(key.algorithm())) + R"(","kid":")" +
         key.public_key().thumbprint() + R"(","typ":")" + std::string(type) + R"("})";
}

/// Adds these claims to the required ones, or replaces them.
std::string Judge(std::string_view claims, const JwtRules& rules = kRules,
                  std::chrono::seconds now = kNow) {
  const PrivateKey key = test::Key();
  return Judged(VerifyJwt(Sign(TokenHeader(key), claims, key), test::KeySet(), rules, now));
}

constexpr std::string_view kGood =
    R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010,"iat":1789999990,"x":1})";

TEST(Jwt, ReadsEveryClaim) {
  const PrivateKey key = test::Key(test::kEd25519);
  const auto claims = VerifyJwt(
      Sign(
          TokenHeader(key),
          R"({"iss":"https://i","sub":"s","aud":["them","us"],"exp":1790000010,"iat":1789999990,"nbf":1789999990,"jti":"j","x":{"y":[1]}})",
          key),
      test::KeySet(), kRules, kNow);
  ASSERT_TRUE(claims) << claims.error().words;
  EXPECT_EQ(claims->issuer, "https://i");
  EXPECT_EQ(claims->subject, "s");
  EXPECT_EQ(claims->audience, (std::vector<std::string>{"them", "us"}));
  EXPECT_EQ(claims->id, "j");
  EXPECT_EQ(claims->issued_at.count(), 1789999990);
  EXPECT_EQ(claims->expires_at.count(), 1790000010);
  EXPECT_TRUE(claims->all.contains("x"));
}

TEST(JwtAttack, RejectsExpiredAndNotYetValid) {
  EXPECT_EQ(Judge(kGood), "taken");
  EXPECT_EQ(Judge(kGood, kRules, std::chrono::seconds(1790000009)), "taken");
  EXPECT_EQ(Judge(kGood, kRules, std::chrono::seconds(1790000010)), "expired");
  EXPECT_EQ(Judge(kGood, kRules, std::chrono::seconds(1789999989)), "not_yet");
  constexpr std::string_view kLater =
      R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010,"iat":1789999990,"nbf":1790000001})";
  EXPECT_EQ(Judge(kLater), "not_yet");
  JwtRules rules = kRules;
  rules.leeway = std::chrono::seconds(5);
  EXPECT_EQ(Judge(kGood, rules, std::chrono::seconds(1790000014)), "taken");
  EXPECT_EQ(Judge(kGood, rules, std::chrono::seconds(1790000015)), "expired");
  EXPECT_EQ(Judge(kGood, rules, std::chrono::seconds(1789999985)), "taken");
  EXPECT_EQ(Judge(kGood, rules, std::chrono::seconds(1789999984)), "not_yet");
}

TEST(JwtAttack, RejectsOtherIssuerOrAudience) {
  EXPECT_EQ(Judge(R"({"iss":"https://i/","sub":"s","aud":"us","exp":1790000010,"iat":1})"),
            "issuer");
  EXPECT_EQ(Judge(R"({"iss":"https://i","sub":"s","aud":"them","exp":1790000010,"iat":1})"),
            "audience");
  EXPECT_EQ(Judge(R"({"iss":"https://i","sub":"s","aud":["u","s"],"exp":1790000010,"iat":1})"),
            "audience");
}

TEST(JwtAttack, RequiresAllClaims) {
  for (const char* claims :
       {"", "[]", R"({"sub":"s","aud":"us","exp":1790000010,"iat":1})",
        R"({"iss":"https://i","aud":"us","exp":1790000010,"iat":1})",
        R"({"iss":"https://i","sub":"","aud":"us","exp":1790000010,"iat":1})",
        R"({"iss":"https://i","sub":"s","exp":1790000010,"iat":1})",
        R"({"iss":"https://i","sub":"s","aud":[],"exp":1790000010,"iat":1})",
        R"({"iss":"https://i","sub":"s","aud":["us",7],"exp":1790000010,"iat":1})",
        R"({"iss":"https://i","sub":"s","aud":"us","iat":1})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":"1790000010","iat":1})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010.5,"iat":1})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":9223372036854775807,"iat":1})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010,"iat":-1})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010,"iat":1,"nbf":"1"})",
        R"({"iss":"https://i","sub":"s","aud":"us","exp":1790000010,"iat":1,"jti":7})",
        R"({"iss":"https://i","sub":"s","sub":"t","aud":"us","exp":1790000010,"iat":1})"}) {
    EXPECT_EQ(Judge(claims), "claims") << claims;
  }
}

// RFC 8725 section 3.11: a token of one type is not accepted as another.
TEST(JwtAttack, RejectsOtherTokenTypes) {
  const PrivateKey key = test::Key();
  const auto judge = [&](std::string_view type, std::string_view expected_type) {
    JwtRules rules = kRules;
    rules.type = expected_type;
    return Judged(VerifyJwt(Sign(TokenHeader(key, type), kGood, key), test::KeySet(), rules, kNow));
  };
  EXPECT_EQ(judge("at+jwt", "at+jwt"), "taken");
  EXPECT_EQ(judge("JWT", "at+jwt"), "type");
  EXPECT_EQ(judge("", "at+jwt"), "type");
  EXPECT_EQ(judge("", ""), "taken");
  EXPECT_EQ(judge("jwt", ""), "taken");
  EXPECT_EQ(judge("at+jwt", ""), "type");
  EXPECT_EQ(judge("dpop+jwt", ""), "type");
}

TEST(JwtAttack, RejectsUnknownKeys) {
  const PrivateKey stranger = PrivateKey::Generate(Algorithm::kEs256);
  EXPECT_EQ(
      Judged(VerifyJwt(Sign(TokenHeader(stranger), kGood, stranger), test::KeySet(), kRules, kNow)),
      "key");
  // Signed by a foreign key under the ID of a known key.
  EXPECT_EQ(Judged(VerifyJwt(Sign(TokenHeader(test::Key()), kGood, stranger), test::KeySet(),
                             kRules, kNow)),
            "signature");
  // A key in the header is ignored.
  const std::string along = R"({"alg":"ES256","jwk":)" + stranger.public_key().jwk() + "}";
  EXPECT_EQ(Judged(VerifyJwt(Sign(along, kGood, stranger), test::KeySet(), kRules, kNow)),
            "signature");
  const std::string none =
      Base64UrlEncode(R"({"alg":"none"})") + "." + Base64UrlEncode(kGood) + ".";
  EXPECT_EQ(Judged(VerifyJwt(none, test::KeySet(), kRules, kNow)), "form");
  EXPECT_EQ(Judged(VerifyJwt(none + "AAAA", test::KeySet(), kRules, kNow)), "key");
}

}  // namespace
}  // namespace prichal::signin::token
