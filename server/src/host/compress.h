#pragma once

#include <string>
#include <string_view>

namespace prichal::host {

/// Brotli (RFC 7932) at the best quality for what is small, at a quick one for the rest: this runs
/// while the server starts.
[[nodiscard]] std::string Brotli(std::string_view bytes);

/// Gzip (RFC 1952) at level 9, without name and time, so that equal bytes give equal bytes.
[[nodiscard]] std::string Gzip(std::string_view bytes);

}  // namespace prichal::host
