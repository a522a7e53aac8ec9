#include <gtest/gtest.h>

#include "signin/oidc/openid_connect.h"

namespace prichal::signin::oidc {
namespace {

const Provider kProvider{.issuer = "https://oauth.telegram.org", .client_id = "123456"};
// RFC 7636 appendix B.
constexpr std::string_view kVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

TEST(Provider, BuildsAuthorizationUrlWithStateAndPkce) {
  EXPECT_EQ(
      kProvider.AuthorizeUrl("https://app.example.org/auth/telegram/callback", "st&te", kVerifier),
      "https://oauth.telegram.org/auth?response_type=code&client_id=123456&redirect_uri="
      "https%3A%2F%2Fapp.example.org%2Fauth%2Ftelegram%2Fcallback&scope=openid%20profile"
      "&state=st%26te&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
      "&code_challenge_method=S256");
}

TEST(Provider, BuildsTokenRequestWithSecretAndVerifier) {
  const outbound::Request request =
      kProvider.TokenRequest("https://a.b/c", "co de&x=1", kVerifier, "s:cret");
  EXPECT_EQ(request.url, "https://oauth.telegram.org/token");
  EXPECT_EQ(request.body,
            "grant_type=authorization_code&code=co%20de%26x%3D1&redirect_uri=https%3A%2F%2Fa.b%2Fc"
            "&client_id=123456&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  EXPECT_EQ(request.lines.back(), "Authorization: Basic MTIzNDU2OnMlM0FjcmV0");  // 123456:s%3Acret
}

std::string Read(int status, std::string body) {
  const auto token = ReadTokenAnswer({.status = status, .body = std::move(body)});
  if (token) return "token " + *token;
  return (token.error().is_code ? "code: " : "") + token.error().words;
}

TEST(TokenAnswer, ReturnsIdToken) {
  EXPECT_EQ(Read(200, R"({"access_token":"x","id_token":"a.b.c","expires_in":3600})"),
            "token a.b.c");
}

TEST(TokenAnswer, ReportsMissingIdToken) {
  EXPECT_EQ(Read(200, "{}"), "the answer has no id_token");
  EXPECT_EQ(Read(200, "[]"), "the answer has no id_token");
  EXPECT_EQ(Read(200, R"({"id_token":7})"), "the answer has no id_token");
  EXPECT_NE(Read(200, R"({"id_token":"a","id_token":"b"})").find("cannot be read"),
            std::string::npos);
  EXPECT_EQ(Read(400, R"({"error":"invalid_grant","error_description":"<b>"})"),
            "code: status 400, invalid_grant");
  EXPECT_EQ(Read(401, R"({"error":"invalid_client"})"), "status 401, invalid_client");
  EXPECT_EQ(Read(400, R"({"error":"<script>"})"), "status 400");
  EXPECT_EQ(Read(302, ""), "status 302");
  EXPECT_EQ(Read(500, R"({"id_token":"a.b.c"})"), "status 500");
}

}  // namespace
}  // namespace prichal::signin::oidc
