#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace prichal::host {

/// A QR code (ISO/IEC 18004) as an SVG picture: the smallest that holds the text as bytes, with
/// error correction L. Black on white in every theme, because cameras want it so, with the quiet
/// zone of four squares that they need. Nothing for a text of more than 858 bytes: the squares of a
/// larger code are too small for a screen.
[[nodiscard]] std::optional<std::string> QrSvg(std::string_view text);

}  // namespace prichal::host
