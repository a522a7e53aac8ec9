#pragma once

#include <string_view>

namespace prichal::http {

/// Why a request cannot be parsed. The connection sends this response and closes, because the start
/// of the next request is unknown.
struct Refusal {
  int status = 400;
  std::string_view reason;  ///< static text for the response
};

/// The most frequent one, used in several places.
inline constexpr Refusal kBadRequestLine{.status = 400, .reason = "malformed request line"};

}  // namespace prichal::http
