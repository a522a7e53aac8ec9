#pragma once

#include <optional>
#include <string_view>

#include "app/auth/options.h"
#include "app/auth/problem.h"
#include "base/ip_address.h"
#include "base/rate_limit.h"
#include "base/sip_hash.h"

namespace prichal::app {

/// How often each client address may use sign-in. Shared by all loops, any thread.
///
/// A client on loopback is not limited: it is the operator, or a proxy that is not in
/// proxies.trusted, whose clients would all be counted as one (decision 15).
class AuthLimits {
 public:
  explicit AuthLimits(const AuthOptions& options);

  enum class What {
    kChallenge,
    kExchange,  ///< proofs of any kind, which cost a signature's time
    kRefresh,
  };
  /// Counts one; the answer to one too many. `now`: steady time.
  [[nodiscard]] std::optional<Problem> Take(What what, const IpAddress& client, Millis now);
  /// One that was let pass and then refused counts once more.
  void CountRefused(const IpAddress& client, Millis now);

 private:
  /// So many a minute, `at_once` of them after a rest.
  struct Limit {
    Limit(std::string_view name, std::size_t a_minute, std::size_t at_once, std::size_t addresses,
          const SipHash& hash);

    std::string_view name;
    std::size_t a_minute;
    RateLimit rate;
  };

  const SipHash hash_;
  Limit challenges_;
  Limit exchanges_;
  Limit refreshes_;
};

}  // namespace prichal::app
