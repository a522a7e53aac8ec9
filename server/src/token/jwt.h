#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "token/jwk_set.h"
#include "token/jws.h"

namespace prichal::token {

/// What a token has to say to be taken.
struct JwtRules {
  /// Its `typ`. Empty: that of an id token, which is "JWT" or none; never another kind's.
  std::string_view type;
  std::string_view issuer;
  std::string_view audience;
  /// How far clocks may differ.
  std::chrono::seconds leeway{0};
};

/// The claims of a token that was verified (RFC 7519 section 4.1).
struct Claims {
  std::string issuer;
  std::string subject;
  std::vector<std::string> audience;
  std::string id;  ///< `jti`, empty where absent
  std::chrono::seconds issued_at{0};
  std::chrono::seconds expires_at{0};
  boost::json::object all;
};

/// Verifies a JSON Web Token: its key is looked for in the set, its algorithm is the key's, its
/// type, issuer and audience are those of the rules, `now` (since 1970) lies in its time. `iss`,
/// `sub`, `aud`, `exp` and `iat` must be there; times are whole seconds.
[[nodiscard]] Result<Claims, TokenRefusal> VerifyJwt(std::string_view text, const JwkSet& keys,
                                                     const JwtRules& rules,
                                                     std::chrono::seconds now);

}  // namespace prichal::token
