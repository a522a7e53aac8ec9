#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace prichal::token {

/// Which rule a token or a proof has failed.
enum class TokenRule {
  kSize,       ///< too many bytes
  kForm,       ///< not three parts of base64url
  kHeader,     ///< no JSON object that can be read in one way alone, or without `alg`
  kCritical,   ///< `crit` or `b64`: it asks for what is not done here
  kType,       ///< `typ` is of another kind of token
  kKey,        ///< no key is known under its `kid`; of a proof: no public key that can sign
  kAlgorithm,  ///< `alg` is not its key's
  kSignature,  ///< its key has not signed it
  kClaims,     ///< its claims cannot be read, or one is missing or of another kind
  kIssuer,     ///< `iss` is another
  kAudience,   ///< `aud` does not have us
  kExpired,    ///< past `exp`; of a proof: too old
  kNotYet,     ///< `nbf` or `iat` is ahead of our clock
  kMethod,     ///< `htm` is not the request's
  kUri,        ///< `htu` is not the request's
  kNonce,      ///< `nonce` is none of those that count now
  kBinding,    ///< `ath` or the key does not belong to the access token
  kReplay,     ///< its `jti` was there before
};

/// Stable, for logs and counters: "not_yet".
[[nodiscard]] std::string_view NameOf(TokenRule rule);

/// Why it was refused.
struct TokenRefusal {
  TokenRule rule;
  std::string words;  ///< one line of ASCII without anything of the token: reason and way out
};

[[nodiscard]] inline TokenRefusal Refuse(TokenRule rule, std::string words) {
  return {.rule = rule, .words = std::move(words)};
}

}  // namespace prichal::token
