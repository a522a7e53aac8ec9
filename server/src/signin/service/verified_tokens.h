#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "signin/service/recently_used.h"
#include "signin/ledger/ids.h"
#include "base/fingerprint.h"

namespace prichal::app {

/// The content of a verified access token.
struct VerifiedToken {
  auth::SessionId session;
  std::string key_thumbprint;   ///< `cnf.jkt`; empty: a bearer token
  bool is_for_account = false;  ///< counts at `/auth/*`, not only at back ends
  /// Unix time in seconds at which the token expires; it is not valid at that second.
  std::chrono::seconds until{0};
};

/// A cache of verified access tokens, so that each signature is verified once and not for every
/// request. Keeps a fingerprint with a key of this process, which cannot be used as a token. Says
/// nothing about whether the session is alive.
///
/// Call Clear() when the keys change: tokens of a withdrawn key are invalid then. Used on one loop.
class VerifiedTokens {
 public:
  explicit VerifiedTokens(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Finds a token. Null if it is unknown or has expired. Valid until the next call.
  [[nodiscard]] const VerifiedToken* Find(std::string_view text, std::chrono::seconds now);
  /// Adds a token. The least recently used ones are dropped.
  void Insert(std::string_view text, VerifiedToken token);
  void Clear() { tokens_.Clear(); }

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] std::size_t bytes() const { return tokens_.bytes(); }

 private:
  const std::size_t most_bytes_;
  const Fingerprints fingerprints_;
  RecentlyUsed<Fingerprint, VerifiedToken, HashOfRandom> tokens_;
};

}  // namespace prichal::app
