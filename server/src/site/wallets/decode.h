#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "site/wallets/pixels.h"

namespace prichal::image {

/// Why a picture from a foreign server is rejected. The values are labels of a metric.
enum class Refusal : std::uint8_t {
  kFormat,    ///< not PNG, JPEG or WebP
  kSize,      ///< too many pixels, or none
  kAnimated,  ///< several pictures in one file
  kBroken,    ///< the decoder reports an error
};

/// Describes the reason for a log.
[[nodiscard]] std::string_view WordsOf(Refusal refusal);

/// Decodes PNG (only its first picture), JPEG or WebP. The first bytes choose the decoder, not the
/// file name. The dimensions are read from the header and limited to `most_side` pixels before
/// decoding, so that a small file cannot allocate much memory. Any thread.
[[nodiscard]] Result<Pixels, Refusal> Decode(std::string_view bytes, int most_side);

}  // namespace prichal::image
