#include "signin/token/dpop.h"

#include <gtest/gtest.h>

#include <map>

#include "signin/token/tests/fixture.h"

namespace prichal::signin::token {
namespace {

using test::Judged;
using test::kNow;
using test::Sign;

std::string ProofHeader(const PrivateKey& key, std::string_view type = "dpop+jwt") {
  return R"({"typ":")" + std::string(type) + R"(","alg":")" + std::string(NameOf(key.algorithm())) +
         R"(","jwk":)" + key.public_key().jwk() + "}";
}

constexpr std::string_view kClaims =
    R"({"jti":"j","htm":"POST","htu":"https://server.example.com/auth/refresh","iat":1790000000})";

DpopRequest Request() {
  DpopRequest request;
  request.method = "POST";
  request.uri = "https://server.example.com/auth/refresh?x=1";
  request.now = kNow;
  return request;
}

class Dpop : public ::testing::Test {
 protected:
  std::string Judge(std::string_view proof, const DpopRequest& request = Request()) {
    return Judged(CheckDpop(proof, request, insert_));
  }
  std::string JudgeClaims(std::string_view claims, const DpopRequest& request = Request()) {
    return Judge(Sign(ProofHeader(key_), claims, key_), request);
  }

  const PrivateKey key_ = test::Key();
  std::map<DpopId, std::chrono::seconds> seen_;
  const InsertDpop insert_ = [this](const DpopId& id, std::chrono::seconds until) {
    return seen_.emplace(id, until).second;
  };
};

using DpopAttack = Dpop;

TEST_F(Dpop, MatchesStandardExample) {
  // RFC 9449 figure 12, with the access token of its request.
  constexpr std::string_view kProof =
      "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo"
      "UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERW"
      "clUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19."
      "eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1"
      "IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwi"
      "YXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-"
      "Ey7"
      "1EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA";
  DpopRequest request;
  request.method = "GET";
  request.uri = "https://resource.example.org/protectedresource";
  request.now = std::chrono::seconds(1562262620);
  request.access_token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
  const auto thumbprint = CheckDpop(kProof, request, insert_);
  ASSERT_TRUE(thumbprint) << thumbprint.error().words;
  EXPECT_EQ(*thumbprint, "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
  EXPECT_EQ(seen_.begin()->second.count(), 1562262618 + 60);
}

TEST_F(Dpop, AcceptsBothKeyTypes) {
  EXPECT_EQ(JudgeClaims(kClaims), "taken");
  const PrivateKey ed25519 = test::Key(test::kEd25519);
  EXPECT_EQ(Judge(Sign(ProofHeader(ed25519), kClaims, ed25519)), "taken");
}

TEST_F(DpopAttack, RejectsOtherTokenTypes) {
  for (const char* type : {"JWT", "at+jwt", "", "dpop"}) {
    EXPECT_EQ(Judge(Sign(ProofHeader(key_, type), kClaims, key_)), "type") << type;
  }
}

TEST_F(DpopAttack, RequiresEmbeddedPublicKey) {
  const std::string jwk = key_.public_key().jwk();
  const auto judge = [&](const std::string& key) {
    return Judge(Sign(R"({"typ":"dpop+jwt","alg":"ES256","jwk":)" + key + "}", kClaims, key_));
  };
  EXPECT_EQ(judge(jwk), "taken");
  EXPECT_EQ(judge(jwk.substr(0, jwk.size() - 1) + R"(,"d":"AAAA"})"), "key");
  EXPECT_EQ(judge(R"({"kty":"oct","k":"AAAA"})"), "key");
  EXPECT_EQ(judge(std::string(test::kRsaPublic)), "key");
  EXPECT_EQ(judge("{}"), "key");
  EXPECT_EQ(judge("7"), "key");
  EXPECT_EQ(Judge(Sign(R"({"typ":"dpop+jwt","alg":"ES256","kid":"x"})", kClaims, key_)), "key");
  // Another key, without a signature of it.
  EXPECT_EQ(judge(PrivateKey::Generate(Algorithm::kEs256).public_key().jwk()), "signature");
  EXPECT_EQ(judge(test::Key(test::kEd25519).public_key().jwk()), "algorithm");
}

TEST_F(DpopAttack, RejectsOtherMethodOrUri) {
  DpopRequest request = Request();
  request.method = "GET";
  EXPECT_EQ(JudgeClaims(kClaims, request), "method");
  request.method = "post";
  EXPECT_EQ(JudgeClaims(kClaims, request), "method");
  for (const char* uri :
       {"http://server.example.com/auth/refresh", "https://server.example.com/auth/session",
        "https://other.example.com/auth/refresh", "https://server.example.com:8443/auth/refresh",
        "https://server.example.com/auth/refresh/", "/auth/refresh", ""}) {
    request = Request();
    request.uri = uri;
    EXPECT_EQ(JudgeClaims(kClaims, request), "uri") << uri;
  }
  EXPECT_EQ(JudgeClaims(R"({"jti":"j","htm":"POST","htu":"nowhere","iat":1790000000})"), "uri");
  // Two invalid URIs do not match each other.
  request.uri = "nowhere";
  EXPECT_EQ(JudgeClaims(R"({"jti":"j","htm":"POST","htu":"nowhere","iat":1790000000})", request),
            "uri");
  request = Request();
  request.uri = "HTTPS://Server.Example.com:443/auth/./refresh#x";
  EXPECT_EQ(JudgeClaims(kClaims, request), "taken");
}

TEST_F(DpopAttack, AcceptsProofWithinOneMinute) {
  DpopRequest request = Request();
  const auto judge = [&](int seconds) {
    seen_.clear();
    request.now = kNow + std::chrono::seconds(seconds);
    return JudgeClaims(kClaims, request);
  };
  EXPECT_EQ(judge(60), "taken");
  EXPECT_EQ(judge(61), "expired");
  EXPECT_EQ(judge(-60), "taken");
  EXPECT_EQ(judge(-61), "not_yet");
}

TEST_F(DpopAttack, RejectsReplay) {
  const std::string proof = Sign(ProofHeader(key_), kClaims, key_);
  EXPECT_EQ(Judge(proof), "taken");
  EXPECT_EQ(Judge(proof), "replay");
  // A new signature of the same proof: the `jti` decides.
  EXPECT_EQ(JudgeClaims(kClaims), "replay");
  // The same `jti` with another key is a different proof.
  const PrivateKey other = test::Key(test::kEd25519);
  EXPECT_EQ(Judge(Sign(ProofHeader(other), kClaims, other)), "taken");
  ASSERT_EQ(seen_.size(), 2U);
  // The entry is kept for as long as the proof is valid.
  EXPECT_EQ(seen_.begin()->second, kNow + std::chrono::seconds(60));
}

TEST_F(DpopAttack, RecordsOnlyValidProofsAsUsed) {
  std::string forged = Sign(ProofHeader(key_), kClaims, key_);
  forged[forged.size() - 10] = forged[forged.size() - 10] == 'A' ? 'B' : 'A';
  EXPECT_EQ(Judge(forged), "signature");
  DpopRequest request = Request();
  request.method = "GET";
  EXPECT_EQ(JudgeClaims(kClaims, request), "method");
  EXPECT_TRUE(seen_.empty());
}

TEST_F(DpopAttack, RequiresMatchingAccessToken) {
  DpopRequest request = Request();
  request.access_token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
  constexpr std::string_view kWithHash =
      R"({"jti":"k","htm":"POST","htu":"https://server.example.com/auth/refresh","iat":1790000000,"ath":"fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"})";
  EXPECT_EQ(JudgeClaims(kWithHash, request), "taken");
  seen_.clear();
  EXPECT_EQ(JudgeClaims(kClaims, request), "binding");
  request.access_token = "another";
  EXPECT_EQ(JudgeClaims(kWithHash, request), "binding");
}

TEST_F(DpopAttack, RequiresAllClaims) {
  const std::string uri = R"("htu":"https://server.example.com/auth/refresh")";
  for (const std::string& claims :
       {std::string("[]"), std::string("{"), R"({"htm":"POST","iat":1790000000,)" + uri + "}",
        R"({"jti":"","htm":"POST","iat":1790000000,)" + uri + "}",
        R"({"jti":7,"htm":"POST","iat":1790000000,)" + uri + "}",
        R"({"jti":")" + std::string(257, 'j') + R"(","htm":"POST","iat":1790000000,)" + uri + "}",
        R"({"jti":"j","iat":1790000000,)" + uri + "}",
        std::string(R"({"jti":"j","htm":"POST","iat":1790000000})"),
        R"({"jti":"j","htm":"POST",)" + uri + "}",
        R"({"jti":"j","htm":"POST","iat":"1790000000",)" + uri + "}",
        R"({"jti":"j","htm":"POST","iat":1790000000,"ath":7,)" + uri + "}",
        R"({"jti":"j","jti":"k","htm":"POST","iat":1790000000,)" + uri + "}"}) {
    EXPECT_EQ(JudgeClaims(claims), "claims") << claims;
  }
  EXPECT_TRUE(seen_.empty());
}

}  // namespace
}  // namespace prichal::signin::token
