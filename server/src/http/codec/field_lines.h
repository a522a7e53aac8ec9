#pragma once

#include <string_view>

namespace prichal::http {

/// Finds the last line named `name` in a block of header lines, removes it and all following lines
/// from `lines`, and sets `value` to its trimmed value. Returns false if there is none. It searches
/// backwards, because the nearest proxy adds the last line. Lines end with CRLF and have passed
/// HeadScanner.
[[nodiscard]] bool RemoveLastField(std::string_view& lines, std::string_view name,
                                   std::string_view& value);

}  // namespace prichal::http
