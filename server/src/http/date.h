#pragma once

#include <string>

#include "base/clock.h"

namespace prichal::http {

/// A time in the form of the Date header (IMF-fixdate, RFC 9110 section 5.6.7), always in English
/// and GMT whatever the locale: "Sun, 06 Nov 1994 08:49:37 GMT".
[[nodiscard]] std::string HttpDate(Millis unix_time);

}  // namespace prichal::http
