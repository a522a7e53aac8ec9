#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/token/jwk_set.h"
#include "signin/token/jws.h"

namespace prichal::token {

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

}  // namespace prichal::token
