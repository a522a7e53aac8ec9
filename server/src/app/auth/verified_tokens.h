#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "app/auth/recently_used.h"
#include "auth/ids.h"
#include "base/fingerprint.h"

namespace prichal::app {

/// What an access token has proven that was verified.
struct VerifiedToken {
  auth::SessionId session;
  std::string key_thumbprint;   ///< `cnf.jkt`; empty: a bearer token
  bool is_for_account = false;  ///< counts at `/auth/*`, not only at back ends
  /// It counts until then, and not at that second any more; since 1970.
  std::chrono::seconds until{0};
};

/// Access tokens that were verified, so that each costs one signature's time in its life and not in
/// every request. Kept is a fingerprint under a key of this process and nothing that could be used
/// as a token. Whether its session still lives the token does not say, and neither does this.
///
/// Clear() when the keys change: a token of a key that was withdrawn counts no more. Of one loop.
class VerifiedTokens {
 public:
  explicit VerifiedTokens(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Null: it is not known, or is over. Valid until the next call.
  [[nodiscard]] const VerifiedToken* Find(std::string_view text, std::chrono::seconds now);
  /// Those that were used the longest ago give way.
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
