#pragma once

#include <string>
#include <string_view>

#include "host/page_description.h"

namespace prichal::host {

/// Code that the page at a path needs, as one `Link` header line with its CRLF (RFC 8288; rel
/// `modulepreload`, HTML section 4.6.7.8). Empty when there is nothing to ask for.
[[nodiscard]] std::string PreloadLine(const PageDescription::Preloads& preloads,
                                      std::string_view path);

}  // namespace prichal::host
