#pragma once

#include <string>

#include "base/clock.h"

namespace prichal::http {

/// Formats a time for the Date header (IMF-fixdate, RFC 9110 section 5.6.7), independent of the
/// locale: "Sun, 06 Nov 1994 08:49:37 GMT". Any thread.
[[nodiscard]] std::string HttpDate(Millis unix_time);

}  // namespace prichal::http
