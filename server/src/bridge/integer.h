#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::bridge {

/// Reads a decimal number of `bits` bits with an optional sign. The error is the text that clients
/// of the bridges in use know, which is that of Go's strconv.ParseInt:
/// `strconv.ParseInt: parsing "x": invalid syntax`.
[[nodiscard]] Result<std::int64_t, std::string> ParseInteger(std::string_view text, int bits);

}  // namespace prichal::bridge
