#pragma once

#include <string_view>

namespace prichal::http {

/// Why the codec refuses a request. The connection answers and ends: after a request that could not
/// be read, there is no telling where the next one begins.
struct Refusal {
  int status = 400;
  std::string_view reason;  ///< static text, for the response
};

inline constexpr Refusal kBadRequestLine{.status = 400, .reason = "malformed request line"};

}  // namespace prichal::http
