#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::bridge {

/// Parses a decimal integer of `bits` bits with an optional sign. The error is the text of Go's
/// strconv.ParseInt, which the official bridge sends:
/// `strconv.ParseInt: parsing "x": invalid syntax`. Any thread.
[[nodiscard]] Result<std::int64_t, std::string> ParseInteger(std::string_view text, int bits);

}  // namespace prichal::bridge
