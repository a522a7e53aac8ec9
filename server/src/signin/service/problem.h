#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "http/codec/response.h"

namespace prichal::app {

/// An error in the form of RFC 9457. Programs decide by `code`, which is stable; docs/http-api.md
/// lists all of them.
struct Problem {
  int status = 400;
  std::string_view code;  ///< of a fixed set
  /// One sentence with the reason and the fix. Has nothing of the request's secrets.
  std::string detail = {};
  /// The time after which a retry makes sense.
  std::optional<Millis> retry_after = {};
  /// The rate limit that was exceeded.
  struct Limit {
    std::string_view name;
    std::size_t a_minute = 0;
  };
  std::optional<Limit> limit = {};
  /// With `step_up_required`: the identities of which a fresh proof is enough, in the form of
  /// NameOf() of identities.h.
  std::vector<std::string> present = {};
};

/// Makes the response. `lines` are more header lines, each with CRLF.
[[nodiscard]] http::Response ResponseOf(const Problem& problem, std::string_view lines);

/// The problem if the ledger cannot answer now.
[[nodiscard]] Problem UnavailableProblem();

/// The problem if the session of a credential has ended.
[[nodiscard]] Problem RevokedProblem();

}  // namespace prichal::app
