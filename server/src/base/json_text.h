#pragma once

#include <string>
#include <string_view>

namespace prichal {

/// Appends `bytes` as a JSON string with its quotes, escaped as Go's encoding/json does with HTML
/// escaping on, because bridge clients compare and log these bytes: `<`, `>`, `&`, U+2028 and
/// U+2029 as \u00XX or \u20XX, control characters as \b \f \n \r \t or \u00XX, each byte that is
/// not part of valid UTF-8 as \ufffd, everything else raw (0x7f and `/` too).
void AppendJsonString(std::string& out, std::string_view bytes);

}  // namespace prichal
