#include "signin/service/limits.h"

#include <algorithm>

namespace prichal::signin {
namespace {

/// RateLimit counts units per second; one request per minute is 60 units.
constexpr std::size_t kUnits = 60;
/// Number of client addresses that each limit remembers, 56 bytes each.
constexpr std::size_t kAddresses = 16 * 1024;

RateLimit::Pace PaceOf(std::size_t a_minute, std::size_t at_once) {
  return {.per_second = a_minute, .burst = std::max<std::size_t>(at_once, 1) * kUnits};
}

}  // namespace

AuthLimits::Limit::Limit(std::string_view title, std::size_t limit, std::size_t at_once,
                         std::size_t addresses, const SipHash& hash)
    : name(title), a_minute(limit), rate(PaceOf(limit, at_once), addresses, hash) {}

AuthLimits::AuthLimits(const AuthOptions& options)
    : challenges_("challenge", options.challenge_rate, options.challenge_rate, kAddresses, hash_),
      exchanges_("exchange", options.exchange_rate, options.exchange_rate / 2, kAddresses, hash_),
      refreshes_("refresh", options.refresh_rate, options.refresh_rate, kAddresses, hash_) {}

std::optional<Problem> AuthLimits::Take(What what, const IpAddress& client, Millis now) {
  if (client.is_local()) return std::nullopt;
  Limit& limit = what == What::kChallenge  ? challenges_
                 : what == What::kExchange ? exchanges_
                                           : refreshes_;
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
