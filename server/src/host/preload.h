#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::host {

/// Code that the page at a path needs, as one `Link` header line with its CRLF (RFC 8288; rel
/// `modulepreload`, HTML section 4.6.7.8): the modules that the page names, and the files that its
/// `<script type="application/json" id="page-files">` holds for the path and, under `*`, for all.
/// Empty when there is nothing to ask for. The error is one line.
[[nodiscard]] Result<std::string, std::string> PreloadLine(std::string_view html,
                                                           std::string_view path);

}  // namespace prichal::host
