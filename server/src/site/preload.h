#pragma once

#include <string>
#include <string_view>

#include "site/page_description.h"

namespace prichal::host {

/// Returns the `Link` header line with CRLF that preloads the code for a path (RFC 8288; rel
/// `modulepreload`, HTML section 4.6.7.8). Empty if there is nothing to preload.
[[nodiscard]] std::string PreloadLine(const PageDescription::Preloads& preloads,
                                      std::string_view path);

}  // namespace prichal::host
