#pragma once

#include <string>
#include <string_view>

namespace prichal {

/// Appends `bytes` as a JSON string with quotes. Escapes as Go's encoding/json with HTML escaping
/// does, because bridge clients compare and log these bytes: `<`, `>`, `&`, U+2028 and U+2029 as
/// \u00XX or \u20XX; control characters as \b \f
/// \r \t or \u00XX; each byte that is not valid UTF-8 as \ufffd. All other bytes, including 0x7f
/// and `/`, are copied. Any thread.
void AppendJsonString(std::string& out, std::string_view bytes);

}  // namespace prichal
