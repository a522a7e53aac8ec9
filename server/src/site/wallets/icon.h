#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::site::wallets {

/// A decoded picture: 8 bits each of red, green, blue and alpha (not premultiplied), row by row
/// from the top, in sRGB.
struct Pixels {
  static constexpr std::size_t kBytes = 4;  ///< bytes per pixel

  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Why a picture from a foreign server is rejected. The values are labels of a metric.
enum class IconRefusal : std::uint8_t {
  kFormat,    ///< not PNG, JPEG or WebP
  kSize,      ///< too many pixels, or none
  kAnimated,  ///< several pictures in one file
  kBroken,    ///< the decoder reports an error
};

/// Describes the reason for a log.
[[nodiscard]] std::string_view WordsOf(IconRefusal refusal);

/// Decodes PNG (only its first picture), JPEG or WebP. The first bytes choose the decoder, not the
/// file name. The dimensions are read from the header and limited to `most_side` pixels before
/// decoding, so that a small file cannot allocate much memory. Any thread.
[[nodiscard]] Result<Pixels, IconRefusal> Decode(std::string_view bytes, int most_side);

/// Side of the served icons in pixels: twice the 60 that the widget shows.
inline constexpr int kIconSide = 120;
/// Maximum side of source pictures in pixels. Decoding such a picture takes 16 MiB, scaling it
/// another 16 MiB.
inline constexpr int kMostSide = 2048;

/// Converts a foreign picture into an icon: decoded within limits, padded to a square with
/// transparent edges, scaled down to kIconSide if larger, and encoded as WebP. Nothing of the
/// source file is copied into the result. Any thread.
[[nodiscard]] Result<std::string, IconRefusal> MakeIcon(std::string_view bytes);

/// Encodes as WebP (RFC 9649), scaled down if a side is longer than `most_side`. Deterministic for
/// one version of libwebp. Empty if out of memory. Any thread.
[[nodiscard]] std::optional<std::string> EncodeWebp(const Pixels& pixels, int most_side);

}  // namespace prichal::site::wallets
