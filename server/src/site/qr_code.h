#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace prichal::host {

/// Encodes a text as a QR code (ISO/IEC 18004) in SVG: byte mode, error correction L, the smallest
/// version that fits. Black on white with the required quiet zone of four modules, independent of
/// the theme, because scanners need it. Empty if the text has more than 858 bytes; modules of
/// larger codes are too small on a screen.
[[nodiscard]] std::optional<std::string> QrSvg(std::string_view text);

}  // namespace prichal::host
