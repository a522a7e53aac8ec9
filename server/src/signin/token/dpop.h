#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "signin/token/jwt.h"

namespace prichal::signin::token {

/// Stores the proofs that were already used: in memory, or in a store that several instances share.
class DpopReplays {
 public:
  /// ID of a proof: SHA-256 of its key's thumbprint and its `jti`.
  using Id = std::array<unsigned char, 32>;

  DpopReplays() = default;
  DpopReplays(const DpopReplays&) = delete;
  DpopReplays& operator=(const DpopReplays&) = delete;
  virtual ~DpopReplays() = default;

  /// Returns false if the proof was already used. The entry can be removed after `until` (since
  /// 1970).
  [[nodiscard]] virtual bool InsertIfAbsent(const Id& id, std::chrono::seconds until) = 0;
};

/// Values that a proof is checked against. The views must outlive the check.
struct DpopRequest {
  std::string_view method;      ///< as sent: "POST"
  std::string_view uri;         ///< absolute, as the client sees it; the query is ignored
  std::chrono::seconds now{0};  ///< since 1970
  /// The access token in the request. Empty at the token endpoint, where there is none yet.
  std::string_view access_token;
  /// `cnf.jkt` of the access token, or the key that a refresh token is bound to. Empty to accept
  /// any key.
  std::string_view key_thumbprint;
  /// Currently valid nonces; the proof must contain one of them. Empty if no nonce is required.
  std::span<const std::string_view> nonces;
};

/// Time limits of a proof.
struct DpopPolicy {
  std::chrono::seconds max_age{60};
  /// Maximum time by which a client's clock can be ahead.
  std::chrono::seconds max_ahead{60};
};

/// A valid proof.
struct DpopProof {
  std::string key_thumbprint;  ///< thumbprint of the key that the client holds, for `cnf.jkt`
  std::string id;              ///< `jti`
  std::string nonce;           ///< empty if absent
  std::chrono::seconds issued_at{0};
};

/// Checks a DPoP proof (RFC 9449 section 4.3) signed with ES256 or EdDSA. Adds the `jti` to
/// `replays` as the last step, so that only the holder of the key can use up a proof. Any thread if
/// `replays` allows it.
[[nodiscard]] Result<DpopProof, TokenRefusal> CheckDpop(std::string_view proof,
                                                        const DpopRequest& request,
                                                        const DpopPolicy& policy,
                                                        DpopReplays& replays);

/// Normalizes an http(s) URI, so that equivalent URIs are equal (RFC 3986 sections 6.2.2 and
/// 6.2.3). The result has a lower-case scheme and host, no default port, "/" for an empty path, and
/// no "." or ".." segments. Escapes are upper-case and only where required. Query and fragment are
/// removed (RFC 9449 section 4.3). Empty if `uri` is not an absolute http(s) URI or contains user
/// info. Any thread.
[[nodiscard]] std::optional<std::string> NormalTargetUri(std::string_view uri);

}  // namespace prichal::signin::token
