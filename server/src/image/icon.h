#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "image/decode.h"

namespace prichal::image {

/// Pixels on a side of the icons that are served: twice the 60 that the widget shows.
inline constexpr int kIconSide = 120;
/// Pixels on a side of what icons are made from. Decoding such a picture takes 16 MiB, scaling it
/// as many again.
inline constexpr int kMostSide = 2048;

/// A picture of a stranger as an icon of ours: decoded within bounds, made square by clear edges,
/// scaled down to kIconSide where it is larger, and written anew as WebP, so that nothing of the
/// file that came is in the one that is served.
[[nodiscard]] Result<std::string, Refusal> MakeIcon(std::string_view bytes);

}  // namespace prichal::image
