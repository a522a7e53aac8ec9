#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/address.h"
#include "base/hash.h"
#include "base/rate_limit.h"
#include "signin/service/auth_options.h"
#include "signin/service/problem.h"

namespace prichal::signin {

/// The rate limits of sign-in for each client address. One for all loops; any thread.
///
/// Clients on loopback are not limited: they are the operator, or a proxy that is not in
/// proxies.trusted. All clients of such a proxy would share one limit (decision 15).
class AuthLimits {
 public:
  explicit AuthLimits(const AuthOptions& options);

  enum class What {
    kChallenge,
    kExchange,  ///< proofs of any kind; each costs a signature check
    kRefresh,
  };
  /// Counts a request. Returns the problem if the limit is exceeded. `now`: steady time.
  [[nodiscard]] std::optional<Problem> Take(What what, const IpAddress& client, Millis now);
  /// Counts a request a second time after its proof was refused. `now`: steady time.
  void CountRefused(const IpAddress& client, Millis now);

 private:
  /// A limit per minute.
  struct Limit {
    std::string_view name;
    std::size_t a_minute = 0;
    RateLimit rate;
  };

  const SipHash hash_;
  std::array<Limit, 3> limits_;  ///< by What
};

}  // namespace prichal::signin
