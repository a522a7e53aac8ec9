#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "token/refusal.h"

namespace prichal::token {

/// Where it is known which proofs were there before: in memory, or where several instances share
/// it.
class DpopReplays {
 public:
  /// Stands for one proof: SHA-256 of its key and its `jti`.
  using Id = std::array<unsigned char, 32>;

  DpopReplays() = default;
  DpopReplays(const DpopReplays&) = delete;
  DpopReplays& operator=(const DpopReplays&) = delete;
  virtual ~DpopReplays() = default;

  /// False when it was there before. After `until` (since 1970) it may be forgotten.
  [[nodiscard]] virtual bool InsertIfAbsent(const Id& id, std::chrono::seconds until) = 0;
};

/// What a proof has to fit.
struct DpopRequest {
  std::string_view method;      ///< as it was sent: "POST"
  std::string_view uri;         ///< absolute, as the client sees it; its query is not looked at
  std::chrono::seconds now{0};  ///< since 1970
  /// The access token that comes with it; empty where there is none, at the exchange.
  std::string_view access_token;
  /// `cnf.jkt` of that token, or the key that a refresh token is bound to; empty: any key.
  std::string_view key_thumbprint;
  /// Those that count now, of which one must be in the proof. Empty: none is asked for.
  std::span<const std::string_view> nonces;
};

struct DpopPolicy {
  std::chrono::seconds max_age{60};
  /// How far a client's clock may be ahead.
  std::chrono::seconds max_ahead{60};
};

/// A proof that held.
struct DpopProof {
  std::string key_thumbprint;  ///< of the key that the client has shown to hold: `cnf.jkt`
  std::string id;              ///< `jti`
  std::string nonce;           ///< empty where there is none
  std::chrono::seconds issued_at{0};
};

/// Checks a DPoP proof (RFC 9449 section 4.3), signed by ES256 or EdDSA. Its `jti` is taken as the
/// last of all, so that only who holds the key can use one up.
[[nodiscard]] Result<DpopProof, TokenRefusal> CheckDpop(std::string_view proof,
                                                        const DpopRequest& request,
                                                        const DpopPolicy& policy,
                                                        DpopReplays& replays);

}  // namespace prichal::token
