// Fuzzes tokens: an input without the key is never accepted, and a rejected one has a message. Also
// fuzzes the claims of a signed token: the token is accepted, or rejected for its claims.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "signin/token/access_token.h"
#include "signin/token/jwt.h"

namespace {

using namespace prichal::signin::token;

constexpr std::chrono::seconds kNow(1790000000);

const PrivateKey& Key() {
  static const PrivateKey key = *PrivateKey::FromPem(
      "-----BEGIN PRIVATE KEY-----\n"
      "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
      "-----END PRIVATE KEY-----\n");
  return key;
}

const JwkSet& Keys() {
  static const JwkSet keys = [] {
    JwkSet set;
    set.Add(Key().public_key());
    return set;
  }();
  return keys;
}

bool IsOfClaims(TokenRule rule) {
  switch (rule) {
    case TokenRule::kSize:
    case TokenRule::kClaims:
    case TokenRule::kIssuer:
    case TokenRule::kAudience:
    case TokenRule::kExpired:
    case TokenRule::kNotYet:
      return true;
    default:
      return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto jws = UnverifiedJws::Parse(bytes);
  if (!jws && jws.error().words.empty()) std::abort();
  const JwtRules rules = {
      .type = {}, .issuer = "https://i", .audience = "us", .leeway = std::chrono::seconds(0)};
  const auto claims = VerifyJwt(bytes, Keys(), rules, kNow);
  if (!claims && claims.error().words.empty()) std::abort();

  const std::string signed_text = SignJws("at+jwt", bytes, Key());
  const auto token = VerifyAccessToken(signed_text, Keys(), "https://i", "us", kNow);
  if (!token) {
    if (!IsOfClaims(token.error().rule)) std::abort();
    return 0;
  }
  if (token->subject.empty() || token->id.empty() || token->expires_at <= kNow) std::abort();
  // Signed again, it must have the same content.
  const auto again =
      VerifyAccessToken(SignAccessToken(*token, Key()), Keys(), "https://i", "us", kNow);
  if (!again) {
    // Escaped claims can exceed the size limit.
    if (again.error().rule != TokenRule::kSize) std::abort();
    return 0;
  }
  if (again->subject != token->subject || again->telegram != token->telegram ||
      again->ton != token->ton || again->key_thumbprint != token->key_thumbprint ||
      again->more != token->more) {
    std::abort();
  }
  return 0;
}
