#include "signin/service/limits.h"

#include <algorithm>

namespace prichal::signin {
namespace {

/// RateLimit counts units per second; one request per minute is 60 units.
constexpr std::size_t kUnits = 60;
/// Number of client addresses that each limit remembers, 56 bytes each.
constexpr std::size_t kAddresses = 16 * 1024;

/// Paces requests. After a pause, `at_once` of them can come in a burst.
RateLimit RateOf(std::size_t a_minute, std::size_t at_once, const SipHash& hash) {
  return {{.per_second = a_minute, .burst = std::max<std::size_t>(at_once, 1) * kUnits},
          kAddresses,
          hash};
}

}  // namespace

AuthLimits::AuthLimits(const AuthOptions& options)
    : limits_{{{"challenge", options.challenge_rate,
                RateOf(options.challenge_rate, options.challenge_rate, hash_)},
               {"exchange", options.exchange_rate,
                RateOf(options.exchange_rate, options.exchange_rate / 2, hash_)},
               {"refresh", options.refresh_rate,
                RateOf(options.refresh_rate, options.refresh_rate, hash_)}}} {}

std::optional<Problem> AuthLimits::Take(What what, const IpAddress& client, Millis now) {
  if (client.is_local()) return std::nullopt;
  Limit& limit = limits_.at(static_cast<std::size_t>(what));
  if (limit.a_minute == 0 || limit.rate.Take(client, now, kUnits)) return std::nullopt;
  return Problem{.status = 429,
                 .code = "rate_limited",
                 .detail = "too many requests from this address; retry later",
                 .retry_after = Millis(60'000 / limit.a_minute),
                 .limit = Problem::Limit{.name = limit.name, .a_minute = limit.a_minute}};
}

void AuthLimits::CountRefused(const IpAddress& client, Millis now) {
  (void)Take(What::kExchange, client, now);
}

}  // namespace prichal::signin
