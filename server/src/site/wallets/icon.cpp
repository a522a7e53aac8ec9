#include "site/wallets/icon.h"

#include <algorithm>
#include <utility>

#include "site/wallets/encode.h"

namespace prichal::image {
namespace {

/// Returns square pictures unchanged. Centers others in a transparent square.
Pixels Squared(Pixels pixels) {
  if (pixels.width == pixels.height) return pixels;
  const int side = std::max(pixels.width, pixels.height);
  const auto left = static_cast<std::size_t>((side - pixels.width) / 2);
  const auto top = static_cast<std::size_t>((side - pixels.height) / 2);
  const auto row = static_cast<std::size_t>(side) * Pixels::kBytes;
  const auto old_row = static_cast<std::size_t>(pixels.width) * Pixels::kBytes;
  Pixels square{.width = side, .height = side, .rgba = {}};
  square.rgba.resize(row * static_cast<std::size_t>(side));
  for (std::size_t y = 0; y < static_cast<std::size_t>(pixels.height); ++y) {
    std::copy_n(pixels.rgba.data() + y * old_row, old_row,
                square.rgba.data() + (top + y) * row + left * Pixels::kBytes);
  }
  return square;
}

}  // namespace

Result<std::string, Refusal> MakeIcon(std::string_view bytes) {
  auto pixels = Decode(bytes, kMostSide);
  if (!pixels) return Fail(pixels.error());
  auto icon = EncodeWebp(Squared(*std::move(pixels)), kIconSide);
  if (!icon) return Fail(Refusal::kBroken);
  return *std::move(icon);
}

}  // namespace prichal::image
