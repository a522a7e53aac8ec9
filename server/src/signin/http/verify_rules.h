#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signin/service/problem.h"
#include "signin/service/session_cache.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::app {

/// The conditions that a proxy sets for a session: the query of /auth/verify.
struct VerifyRules {
  bool telegram = false;
  bool ton = false;
  std::string network = {};  ///< global id of a wallet: "-239"; empty: any, or none
  /// The largest age of the latest proof.
  std::optional<std::chrono::seconds> max_age = {};

  /// Parses `require=telegram,ton&network=-239&max_age=3600`, in which each part is optional.
  /// Anything else is refused, also an unknown name, so that a typing error of an operator does not
  /// let requests in. `networks` are those whose wallets can sign in.
  [[nodiscard]] static Result<VerifyRules, Problem> Parse(std::string_view query,
                                                          const std::vector<std::string>& networks);

  /// Returns the head of the response if all conditions hold. `now` is Unix time.
  [[nodiscard]] Result<SharedBytes, Problem> Judge(const VerifiedSession& session,
                                                   Millis now) const;
};

}  // namespace prichal::app
