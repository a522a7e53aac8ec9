#pragma once

#include <optional>
#include <string>

#include "site/wallets/pixels.h"

namespace prichal::image {

/// Encodes as WebP (RFC 9649), scaled down if a side is longer than `most_side`. Deterministic for
/// one version of libwebp. Empty if out of memory. Any thread.
[[nodiscard]] std::optional<std::string> EncodeWebp(const Pixels& pixels, int most_side);

}  // namespace prichal::image
