#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace prichal::token {

/// The rule that a token or a proof violates.
enum class TokenRule {
  kSize,       ///< too many bytes
  kForm,       ///< not three base64url parts
  kHeader,     ///< not a JSON object with unique names, or `alg` is missing
  kCritical,   ///< `crit` or `b64` require an unsupported extension
  kType,       ///< `typ` is another type of token
  kKey,        ///< the `kid` is unknown; in a proof, no public key that can sign
  kAlgorithm,  ///< `alg` is not the algorithm of the key
  kSignature,  ///< the signature is not valid for the key
  kClaims,     ///< a claim is missing or invalid
  kIssuer,     ///< `iss` is a different issuer
  kAudience,   ///< `aud` does not contain the expected audience
  kExpired,    ///< `exp` has passed; a proof is too old
  kNotYet,     ///< `nbf` or `iat` is in the future
  kMethod,     ///< `htm` is not the request's
  kUri,        ///< `htu` is not the request's
  kNonce,      ///< `nonce` is not currently valid
  kBinding,    ///< `ath` or the key does not match the access token
  kReplay,     ///< the `jti` was already used
};

/// Stable name for logs and counters, such as "not_yet".
[[nodiscard]] std::string_view NameOf(TokenRule rule);

/// Why a token or a proof was rejected.
struct TokenRefusal {
  TokenRule rule;
  std::string words;  ///< one line of ASCII with reason and fix; contains nothing of the token
};

/// Makes a refusal.
[[nodiscard]] inline TokenRefusal Refuse(TokenRule rule, std::string words) {
  return {.rule = rule, .words = std::move(words)};
}

}  // namespace prichal::token
