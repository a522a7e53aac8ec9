#pragma once

#include <optional>
#include <string_view>

#include "base/address.h"
#include "base/hash.h"
#include "base/rate_limit.h"
#include "signin/service/auth_options.h"
#include "signin/service/problem.h"

namespace prichal::app {

/// The rate limits of sign-in for each client address. Shared by all loops; any thread.
///
/// Clients on loopback are not limited: they are the operator, or a proxy that is not in
/// proxies.trusted, whose clients would all count as one (decision 15).
class AuthLimits {
 public:
  explicit AuthLimits(const AuthOptions& options);

  enum class What {
    kChallenge,
    kExchange,  ///< proofs of any kind, which cost a signature's time
    kRefresh,
  };
  /// Counts a request. Returns the problem if there were too many. `now` is steady time.
  [[nodiscard]] std::optional<Problem> Take(What what, const IpAddress& client, Millis now);
  /// Counts a request again that was admitted and then refused.
  void CountRefused(const IpAddress& client, Millis now);

 private:
  /// A limit per minute, of which `at_once` may come at once after a pause.
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
