#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "signin/token/private_key.h"
#include "signin/token/public_key.h"

namespace prichal::signin::token {

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
  kBinding,    ///< `ath` does not match the access token
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

/// A parsed JSON Web Signature in compact form (RFC 7515). Nothing in it is verified; use only the
/// payload that Verify() returns.
class UnverifiedJws {
 public:
  static constexpr std::size_t kMaxBytes = 8 * 1024;

  /// Splits and decodes a token. Does not verify it.
  [[nodiscard]] static Result<UnverifiedJws, TokenRefusal> Parse(std::string_view text);

  // Header members for finding the key. Empty if absent. `jku`, `x5u` and `x5c` are ignored.
  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }
  [[nodiscard]] const std::string& type() const { return type_; }
  [[nodiscard]] const std::string& key_id() const { return key_id_; }
  /// The complete header.
  [[nodiscard]] const boost::json::object& header() const { return header_; }

  /// Returns true if `typ` is this media type, with or without "application/" (RFC 7515 section
  /// 4.1.9).
  [[nodiscard]] bool IsOfType(std::string_view type) const;

  /// Returns the payload if `key` signed it with the key's own algorithm. Any thread.
  [[nodiscard]] Result<std::string, TokenRefusal> Verify(const PublicKey& key) const;

  /// For tools that display a token. Do not make decisions with it.
  [[nodiscard]] const std::string& unverified_payload() const { return payload_; }

 private:
  UnverifiedJws() = default;

  [[nodiscard]] static Result<UnverifiedJws, TokenRefusal> ReadHeader(std::string_view text);

  boost::json::object header_;
  std::string algorithm_;
  std::string type_;
  std::string key_id_;
  std::string signed_;  ///< header and payload as received
  std::string payload_;
  std::string signature_;
};

/// Signs a payload. The header gets `alg`, `kid` (the key's thumbprint) and `typ`, in this order.
/// Any thread.
[[nodiscard]] std::string SignJws(std::string_view type, std::string_view payload,
                                  const PrivateKey& key);

/// Requirements for a token. The views must outlive the check.
struct JwtRules {
  /// Required `typ`. Empty for an ID token, whose type is "JWT" or absent.
  std::string_view type;
  std::string_view issuer;
  std::string_view audience;
  /// Maximum clock difference.
  std::chrono::seconds leeway{0};
};

/// Claims of a verified token (RFC 7519 section 4.1).
struct Claims {
  std::string issuer;
  std::string subject;
  std::vector<std::string> audience;
  std::string id;  ///< `jti`. Empty if absent
  std::chrono::seconds issued_at{0};
  std::chrono::seconds expires_at{0};
  boost::json::object all;
};

/// Verifies a JSON Web Token: finds its key in the set, uses the key's algorithm, and checks type,
/// issuer, audience and validity at `now` (since 1970). `iss`, `sub`, `aud`, `exp` and `iat` are
/// required; times are whole seconds. Any thread.
[[nodiscard]] Result<Claims, TokenRefusal> VerifyJwt(std::string_view text, const JwkSet& keys,
                                                     const JwtRules& rules,
                                                     std::chrono::seconds now);

/// Reads the claims of a token. See MemberReader.
class ClaimReader : public MemberReader {
 public:
  using MemberReader::MemberReader;

  /// Reads a required string that must not be empty.
  [[nodiscard]] std::string Text(std::string_view name);
  /// Reads whole seconds since 1970, before the year 33658.
  [[nodiscard]] std::chrono::seconds Time(std::string_view name);
  [[nodiscard]] std::optional<std::chrono::seconds> TimeIfThere(std::string_view name);
  /// Reads one string or an array of up to 16.
  [[nodiscard]] std::vector<std::string> Texts(std::string_view name);
  /// As Texts(). Empty if absent.
  [[nodiscard]] std::vector<std::string> TextsIfThere(std::string_view name);
  /// Null if absent.
  [[nodiscard]] const boost::json::object* Object(std::string_view name);

  /// Names the first invalid claim. Empty if none.
  [[nodiscard]] std::optional<TokenRefusal> refusal() const;
};

}  // namespace prichal::signin::token
