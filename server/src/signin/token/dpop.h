#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/result.h"
#include "signin/token/jwt.h"

namespace prichal::signin::token {

/// ID of a proof: SHA-256 of its key's thumbprint and its `jti`.
using DpopId = Sha256Digest;
/// Records the use of a proof. Returns false if it was already used. The entry can be removed after
/// `until` (since 1970).
using InsertDpop = std::function<bool(const DpopId& id, std::chrono::seconds until)>;

/// Values that a proof is checked against. The views must outlive the check.
struct DpopRequest {
  std::string_view method;      ///< as sent: "POST"
  std::string_view uri;         ///< absolute, as the client sees it; the query is ignored
  std::chrono::seconds now{0};  ///< since 1970
  /// The access token in the request. Empty at the token endpoint, where there is none yet.
  std::string_view access_token;
};

/// Maximum age of a proof.
inline constexpr std::chrono::seconds kDpopMaxAge{60};
/// Maximum time by which a client's clock can be ahead.
inline constexpr std::chrono::seconds kDpopMaxAhead{60};

/// Checks a DPoP proof (RFC 9449 section 4.3) signed with ES256 or EdDSA. Returns the thumbprint of
/// the key that the client holds, for `cnf.jkt`. Calls `insert` as the last step, so that only the
/// holder of the key can use up a proof. Any thread if `insert` allows it.
[[nodiscard]] Result<std::string, TokenRefusal> CheckDpop(std::string_view proof,
                                                          const DpopRequest& request,
                                                          const InsertDpop& insert);

/// Normalizes an http(s) URI, so that equivalent URIs are equal (RFC 3986 sections 6.2.2 and
/// 6.2.3). The result has a lower-case scheme and host, no default port, "/" for an empty path, and
/// no "." or ".." segments. Escapes are upper-case and only where required. Query and fragment are
/// removed (RFC 9449 section 4.3). Empty if `uri` is not an absolute http(s) URI or contains user
/// info. Any thread.
[[nodiscard]] std::optional<std::string> NormalTargetUri(std::string_view uri);

}  // namespace prichal::signin::token
