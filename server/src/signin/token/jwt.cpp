#include "signin/token/jwt.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strict_json.h"
#include "signin/token/claim_reader.h"

namespace prichal::token {
namespace {

bool HasType(const UnverifiedJws& jws, std::string_view expected_type) {
  if (!expected_type.empty()) return jws.IsOfType(expected_type);
  return jws.type().empty() || jws.IsOfType("JWT");
}

std::optional<TokenRefusal> CheckTime(const Claims& claims,
                                      const std::optional<std::chrono::seconds>& not_before,
                                      std::chrono::seconds leeway, std::chrono::seconds now) {
  if (now >= claims.expires_at + leeway) {
    return Refuse(TokenRule::kExpired, fmt::format("the token has expired {} s ago: get a new one",
                                                   (now - claims.expires_at).count()));
  }
  const auto from = std::max(claims.issued_at, not_before.value_or(claims.issued_at));
  if (from > now + leeway) {
    return Refuse(TokenRule::kNotYet,
                  fmt::format("the token counts in {} s: compare the clocks of its issuer and here",
                              (from - now).count()));
  }
  return std::nullopt;
}

}  // namespace

Result<Claims, TokenRefusal> VerifyJwt(std::string_view text, const JwkSet& keys,
                                       const JwtRules& rules, std::chrono::seconds now) {
  const auto jws = UnverifiedJws::Parse(text);
  if (!jws) return Fail(jws.error());
  if (!HasType(*jws, rules.type)) {
    return Fail(Refuse(TokenRule::kType,
                       fmt::format("the token's \"typ\" is not {}: it is for something else",
                                   rules.type.empty() ? "JWT" : rules.type)));
  }
  const PublicKey* key = keys.Find(jws->key_id(), jws->algorithm());
  if (key == nullptr) {
    return Fail(Refuse(TokenRule::kKey,
                       "no key of the token's issuer has its \"kid\" and \"alg\": it is another "
                       "issuer's, or its key was withdrawn"));
  }
  const auto payload = jws->Verify(*key);
  if (!payload) return Fail(payload.error());
  auto value = ReadStrictJson(*payload);
  if (!value || !value->is_object()) {
    return Fail(Refuse(TokenRule::kClaims, fmt::format("the token's claims cannot be read: {}",
                                                       value ? "no object" : value.error())));
  }

  Claims claims;
  claims.all = std::move(value->get_object());
  ClaimReader reader(claims.all);
  claims.issuer = reader.Text("iss");
  claims.subject = reader.Text("sub");
  claims.audience = reader.Texts("aud");
  claims.expires_at = reader.Time("exp");
  claims.issued_at = reader.Time("iat");
  claims.id = reader.TextIfThere("jti");
  const auto not_before = reader.TimeIfThere("nbf");
  if (reader.refusal()) return Fail(*reader.refusal());
  if (claims.issuer != rules.issuer) {
    return Fail(
        Refuse(TokenRule::kIssuer, fmt::format("the token's issuer is not {}", rules.issuer)));
  }
  if (std::find(claims.audience.begin(), claims.audience.end(), rules.audience) ==
      claims.audience.end()) {
    return Fail(
        Refuse(TokenRule::kAudience, fmt::format("the token is not for {}", rules.audience)));
  }
  if (auto refusal = CheckTime(claims, not_before, rules.leeway, now)) {
    return Fail(*std::move(refusal));
  }
  return claims;
}

}  // namespace prichal::token
