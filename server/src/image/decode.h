#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "image/pixels.h"

namespace prichal::image {

/// Why a picture of a stranger is not taken. A fixed set: metrics count by it.
enum class Refusal : std::uint8_t {
  kFormat,    ///< neither PNG, JPEG nor WebP
  kSize,      ///< more pixels than are allowed, or none
  kAnimated,  ///< several pictures in one file
  kBroken,    ///< its library cannot read it
};

/// In words, for a log.
[[nodiscard]] std::string_view WordsOf(Refusal refusal);

/// Decodes PNG (without what follows its first picture), JPEG or WebP, whichever its first bytes
/// say, whatever it is called. The size is read from the head and held to `most_side` pixels on
/// either side before anything is decoded, so that a small file cannot take much memory. Any
/// thread.
[[nodiscard]] Result<Pixels, Refusal> Decode(std::string_view bytes, int most_side);

}  // namespace prichal::image
