#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "http/codec/response.h"

namespace prichal::signin {

/// An error in the form of RFC 9457. Programs decide by `code`, which is stable.
/// docs/site/generate/texts/errors.yaml lists all codes.
struct Problem {
  int status = 400;
  std::string_view code;  ///< from a fixed set; a literal
  /// One sentence with the reason and the fix. Has no secret of the request.
  std::string detail = {};
  /// The time after which a retry can succeed.
  std::optional<Millis> retry_after = {};
  /// The rate limit that was exceeded.
  struct Limit {
    std::string_view name;
    std::size_t a_minute = 0;
  };
  std::optional<Limit> limit = {};
  /// With `step_up_required`: identities of which one fresh proof suffices, in the form of NameOf()
  /// in identities.h.
  std::vector<std::string> present = {};
};

/// Creates the response. `lines`: more header lines, each with CRLF.
[[nodiscard]] http::Response ResponseOf(const Problem& problem, std::string_view lines);

/// Returns the problem for a ledger that is unavailable.
[[nodiscard]] Problem UnavailableProblem();

/// Returns the problem for a credential whose session has ended.
[[nodiscard]] Problem RevokedProblem();

}  // namespace prichal::signin
