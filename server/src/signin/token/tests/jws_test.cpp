#include <gtest/gtest.h>

#include "base/json.h"
#include "signin/token/jwt.h"
#include "signin/token/tests/fixture.h"

namespace prichal::signin::token {
namespace {

using test::Judged;
using test::Sign;

std::string Judge(std::string_view text, const PublicKey& key) {
  const auto jws = UnverifiedJws::Parse(text);
  return jws ? Judged(jws->Verify(key)) : Judged(jws);
}

TEST(Jws, MatchesStandardExamples) {
  // RFC 7515 appendices A.2 and A.3, RFC 8037 appendix A.4.
  const std::string claims =
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVl"
      "fQ";
  const std::string es256 =
      "eyJhbGciOiJFUzI1NiJ9." + claims +
      ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
  const auto jws = UnverifiedJws::Parse(es256);
  ASSERT_TRUE(jws) << jws.error().words;
  EXPECT_EQ(jws->algorithm(), "ES256");
  EXPECT_EQ(jws->Verify(test::Key(test::kP256).public_key()).value(),
            "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}");

  const std::string rs256 =
      "eyJhbGciOiJSUzI1NiJ9." + claims +
      ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp"
      "5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_"
      "nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1"
      "L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-"
      "eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEU"
      "ipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw";
  const auto rsa = PublicKey::FromJwk(ReadStrictJson(test::kRsaPublic).value().as_object());
  ASSERT_TRUE(rsa) << rsa.error();
  EXPECT_EQ(Judge(rs256, *rsa), "taken");
  EXPECT_EQ(Judge(rs256.substr(0, rs256.size() - 2) + "Qw", *rsa), "signature");

  // Ed25519 is deterministic, so the signature equals the standard's.
  const PrivateKey ed25519 = test::Key(test::kEd25519);
  const std::string eddsa = Sign(R"({"alg":"EdDSA"})", "Example of Ed25519 signing", ed25519);
  EXPECT_EQ(eddsa,
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_"
            "MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg");
  EXPECT_EQ(Judge(eddsa, ed25519.public_key()), "taken");
}

TEST(Jws, IncludesTypeAndKeyId) {
  const PrivateKey key = test::Key(test::kEd25519);
  const std::string text = SignJws("at+jwt", "{}", key);
  const auto jws = UnverifiedJws::Parse(text);
  ASSERT_TRUE(jws);
  EXPECT_EQ(jws->key_id(), key.public_key().thumbprint());
  EXPECT_EQ(jws->unverified_payload(), "{}");
  EXPECT_EQ(
      Base64UrlDecode(text.substr(0, text.find('.'))),
      R"({"alg":"EdDSA","kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k","typ":"at+jwt"})");
  EXPECT_EQ(Judge(text, key.public_key()), "taken");
}

// RFC 8725 section 3.1: the token's header must not choose the algorithm.
TEST(JwsAttack, RejectsAlgorithmThatKeyDoesNotHave) {
  const PrivateKey p256 = test::Key(test::kP256);
  const PrivateKey ed25519 = test::Key(test::kEd25519);
  for (const char* algorithm : {"none", "None", "HS256", "EdDSA", "ES384", "es256", "RS256"}) {
    const std::string header = std::string(R"({"alg":")") + algorithm + R"("})";
    EXPECT_EQ(Judge(Sign(header, "{}", p256), p256.public_key()), "algorithm") << algorithm;
  }
  EXPECT_EQ(Judge(Sign(R"({"alg":"ES256"})", "{}", ed25519), ed25519.public_key()), "algorithm");
  EXPECT_EQ(Judge(Sign(R"({"alg":"ES256"})", "{}", ed25519), p256.public_key()), "signature");
}

TEST(JwsAttack, RejectsCriticalExtensions) {
  const PrivateKey key = test::Key();
  for (const char* more : {R"("crit":["exp"],"exp":1)", R"("crit":[])", R"("b64":false)"}) {
    const std::string header = std::string(R"({"alg":"ES256",)") + more + "}";
    EXPECT_EQ(Judge(Sign(header, "{}", key), key.public_key()), "critical") << more;
  }
}

TEST(JwsAttack, RejectsAmbiguousHeaders) {
  const PrivateKey key = test::Key();
  for (const char* header : {"", "[]", "null", "{", R"({"alg":"ES256","alg":"none"})",
                             R"({"typ":"JWT"})", R"({"alg":""})", R"({"alg":7})",
                             R"({"alg":"ES256","kid":7})", R"({"alg":"ES256","typ":["JWT"]})",
                             R"({"alg":"ES256"}x)", R"({"alg":"ES256","a":{"b":1,"b":2}})"}) {
    EXPECT_EQ(Judge(Sign(header, "{}", key), key.public_key()), "header") << header;
  }
}

TEST(JwsAttack, RequiresThreeBase64UrlParts) {
  const PrivateKey key = test::Key();
  const std::string text = Sign(R"({"alg":"ES256"})", "{}", key);
  EXPECT_EQ(Judge(text, key.public_key()), "taken");
  for (const std::string& broken :
       {std::string(), std::string("."), text + ".", text + ".e30", "." + text,
        text.substr(0, text.rfind('.')), text.substr(0, text.rfind('.') + 1), text + "=",
        text + "\n", " " + text, text.substr(0, text.size() - 1) + "+"}) {
    EXPECT_EQ(Judge(broken, key.public_key()), "form") << broken;
  }
  EXPECT_EQ(Judge(std::string(UnverifiedJws::kMaxBytes + 1, 'a'), key.public_key()), "size");
  std::string changed = text;
  changed.replace(changed.find(".e30.") + 1, 3, "e31");
  EXPECT_NE(Judge(changed, key.public_key()), "taken");
}

TEST(Jws, ComparesTypesAsMediaTypes) {
  const auto is = [](const char* type) {
    const std::string header = std::string(R"({"alg":"ES256","typ":")") + type + R"("})";
    return UnverifiedJws::Parse(Sign(header, "{}", test::Key()))->IsOfType("at+jwt");
  };
  EXPECT_TRUE(is("at+jwt"));
  EXPECT_TRUE(is("AT+JWT"));
  EXPECT_TRUE(is("application/at+jwt"));
  EXPECT_FALSE(is("JWT"));
  EXPECT_FALSE(is("text/at+jwt"));
  EXPECT_FALSE(is("at+jwtx"));
  EXPECT_FALSE(is(""));
}

TEST(TokenRule, HasNameForEachRule) {
  EXPECT_EQ(NameOf(TokenRule::kSize), "size");
  EXPECT_EQ(NameOf(TokenRule::kAlgorithm), "algorithm");
  EXPECT_EQ(NameOf(TokenRule::kNotYet), "not_yet");
  EXPECT_EQ(NameOf(TokenRule::kReplay), "replay");
}

}  // namespace
}  // namespace prichal::signin::token
