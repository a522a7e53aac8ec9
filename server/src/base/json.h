#pragma once

#include <boost/json/storage_ptr.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal {

/// Parses a JSON text (RFC 8259) that is used for authentication and must have only one
/// interpretation. Rejects duplicate member names at any depth (RFC 7515 section 4, RFC 7519
/// section 4) and invalid UTF-8. The error names the position. It is safe to log, because it
/// contains nothing of the text. `depth`: maximum nesting of objects and arrays. `storage` holds
/// the value and all temporary data. Any thread.
[[nodiscard]] Result<boost::json::value, std::string> ReadStrictJson(
    std::string_view text, std::size_t depth = 8, const boost::json::storage_ptr& storage = {});

/// Appends `bytes` as a JSON string with quotes. Escapes like Go's encoding/json with HTML
/// escaping, because bridge clients compare and log these bytes. Writes `<`, `>`, `&`, U+2028 and
/// U+2029 as \u00XX or \u20XX, and each invalid UTF-8 byte as \ufffd. Writes control characters as
/// \b \f \n \r \t or \u00XX. Copies all other bytes, including 0x7f and `/`. Any thread.
void AppendJsonString(std::string& out, std::string_view bytes);

}  // namespace prichal
