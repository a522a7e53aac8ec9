#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/auth/problem.h"
#include "app/auth/session_cache.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::app {

/// What a proxy asks of a session besides that it lives: the query of /auth/verify.
struct VerifyRules {
  bool telegram = false;
  bool ton = false;
  std::string network = {};  ///< global id of a wallet: "-239"; empty: any, or none
  /// How long ago the latest proof may be.
  std::optional<std::chrono::seconds> max_age = {};

  /// `require=telegram,ton&network=-239&max_age=3600`, each of them or none. What is not
  /// understood, a name that is not known too, is refused: an operator's slip must let nobody in.
  /// `networks`: whose wallets sign in here.
  [[nodiscard]] static Result<VerifyRules, Problem> Parse(std::string_view query,
                                                          const std::vector<std::string>& networks);

  /// The head of the answer when all of them hold. `now`: unix time.
  [[nodiscard]] Result<SharedBytes, Problem> Judge(const VerifiedSession& session,
                                                   Millis now) const;
};

}  // namespace prichal::app
