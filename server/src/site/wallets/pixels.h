#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace prichal::image {

/// A decoded picture: 8 bits each of red, green, blue and alpha (not premultiplied), row by row
/// from the top, in sRGB.
struct Pixels {
  static constexpr std::size_t kBytes = 4;  ///< bytes per pixel

  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

}  // namespace prichal::image
