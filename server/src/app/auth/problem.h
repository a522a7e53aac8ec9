#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "http/response.h"

namespace prichal::app {

/// An error as RFC 9457 writes it. `code` is stable and what programs decide by; docs/http-api.md
/// lists all of them.
struct Problem {
  int status = 400;
  std::string_view code;  ///< of a fixed set
  /// One sentence of what was wrong and what helps; it has nothing of the request's secrets.
  std::string detail = {};
  /// When it may be tried again.
  std::optional<Millis> retry_after = {};
  /// The limit that stood before it.
  struct Limit {
    std::string_view name;
    std::size_t a_minute = 0;
  };
  std::optional<Limit> limit = {};
  /// With `step_up_required`: a fresh proof of one of these identities is enough, as NameOf() of
  /// identities.h writes them.
  std::vector<std::string> present = {};
};

/// `lines`: more header lines, each ended by CRLF.
[[nodiscard]] http::Response ResponseOf(const Problem& problem, std::string_view lines);

/// What a ledger that cannot answer now makes of any request.
[[nodiscard]] Problem UnavailableProblem();

/// The session of a credential has ended.
[[nodiscard]] Problem RevokedProblem();

}  // namespace prichal::app
