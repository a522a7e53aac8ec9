#pragma once

#include <optional>
#include <string>

#include "image/pixels.h"

namespace prichal::image {

/// The picture as WebP (RFC 9649), scaled down where a side is longer than `most_side`. Equal
/// pixels give equal bytes under one version of the library. Nothing: there is no memory for it.
/// Any thread.
[[nodiscard]] std::optional<std::string> EncodeWebp(const Pixels& pixels, int most_side);

}  // namespace prichal::image
