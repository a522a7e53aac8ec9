#pragma once

#include <string>
#include <string_view>

namespace prichal {

/// Appends `bytes` as a JSON string with quotes. Escapes like Go's encoding/json with HTML
/// escaping, because bridge clients compare and log these bytes. Writes `<`, `>`, `&`, U+2028 and
/// U+2029 as \u00XX or \u20XX, and each invalid UTF-8 byte as \ufffd. Writes control characters as
/// \b \f \n \r \t or \u00XX. Copies all other bytes, including 0x7f and `/`. Any thread.
void AppendJsonString(std::string& out, std::string_view bytes);

}  // namespace prichal
