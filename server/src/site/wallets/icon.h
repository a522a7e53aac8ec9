#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "site/wallets/decode.h"

namespace prichal::image {

/// Side of the served icons in pixels: twice the 60 that the widget shows.
inline constexpr int kIconSide = 120;
/// Maximum side of source pictures in pixels. Decoding such a picture takes 16 MiB, scaling it
/// another 16 MiB.
inline constexpr int kMostSide = 2048;

/// Converts a foreign picture into an icon: decoded within limits, padded to a square with
/// transparent edges, scaled down to kIconSide if larger, and encoded as WebP. Nothing of the
/// source file is copied into the result. Any thread.
[[nodiscard]] Result<std::string, Refusal> MakeIcon(std::string_view bytes);

}  // namespace prichal::image
