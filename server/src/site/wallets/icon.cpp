#include "site/wallets/icon.h"

#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace prichal::site::wallets {
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

/// Maximum number of JPEG scans. Each scan processes the whole picture; progressive encoders write
/// about ten.
constexpr int kMostScans = 32;

const std::uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

bool Fits(std::int64_t width, std::int64_t height, int most_side) {
  return width > 0 && height > 0 && width <= most_side && height <= most_side;
}

Pixels Room(int width, int height) {
  Pixels pixels{.width = width, .height = height, .rgba = {}};
  pixels.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                     Pixels::kBytes);
  return pixels;
}

/// Deleter for an object of a C library.
template <auto kFree>
struct Freed {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};

/// Uses libpng's simplified API: it converts any depth, palette, interlacing and gamma to 8-bit
/// sRGB, and returns errors instead of calling longjmp().
Result<Pixels, IconRefusal> DecodePng(std::string_view bytes, int most_side) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, Freed<png_image_free>> owned(&image);
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
    return Fail(IconRefusal::kBroken);
  }
  if (!Fits(image.width, image.height, most_side)) return Fail(IconRefusal::kSize);
  image.format = PNG_FORMAT_RGBA;
  Pixels pixels = Room(static_cast<int>(image.width), static_cast<int>(image.height));
  if (png_image_finish_read(&image, nullptr, pixels.rgba.data(), 0, nullptr) == 0) {
    return Fail(IconRefusal::kBroken);
  }
  return pixels;
}

/// Returns true if a JPEG has too many scans. The start-of-scan marker cannot occur in coded data,
/// where 00 or a restart marker follows each ff (ITU-T T.81 B.1.1).
bool HasTooManyScans(std::string_view bytes) {
  int scans = 0;
  for (auto at = bytes.find("\xff\xda"); at != std::string_view::npos;
       at = bytes.find("\xff\xda", at + 2)) {
    if (++scans > kMostScans) return true;
  }
  return false;
}

Result<Pixels, IconRefusal> DecodeJpeg(std::string_view bytes, int most_side) {
  const std::unique_ptr<void, Freed<tjDestroy>> handle(tjInitDecompress());
  int width = 0;
  int height = 0;
  int subsampling = 0;
  int colors = 0;
  const auto size = static_cast<unsigned long>(bytes.size());
  if (handle == nullptr || tjDecompressHeader3(handle.get(), Bytes(bytes), size, &width, &height,
                                               &subsampling, &colors) != 0) {
    return Fail(IconRefusal::kBroken);
  }
  if (!Fits(width, height, most_side)) return Fail(IconRefusal::kSize);
  if (HasTooManyScans(bytes)) return Fail(IconRefusal::kBroken);
  Pixels pixels = Room(width, height);
  constexpr int kFlags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING;
  if (tjDecompress2(handle.get(), Bytes(bytes), size, pixels.rgba.data(), width, 0, height,
                    TJPF_RGBA, kFlags) != 0) {
    return Fail(IconRefusal::kBroken);
  }
  return pixels;
}

Result<Pixels, IconRefusal> DecodeWebp(std::string_view bytes, int most_side) {
  WebPBitstreamFeatures features{};
  if (WebPGetFeatures(Bytes(bytes), bytes.size(), &features) != VP8_STATUS_OK) {
    return Fail(IconRefusal::kBroken);
  }
  if (!Fits(features.width, features.height, most_side)) return Fail(IconRefusal::kSize);
  if (features.has_animation != 0) return Fail(IconRefusal::kAnimated);
  Pixels pixels = Room(features.width, features.height);
  const int stride = features.width * static_cast<int>(Pixels::kBytes);
  if (WebPDecodeRGBAInto(Bytes(bytes), bytes.size(), pixels.rgba.data(), pixels.rgba.size(),
                         stride) == nullptr) {
    return Fail(IconRefusal::kBroken);
  }
  return pixels;
}

/// Below this quality edges of logos show artifacts; above it only the size grows.
constexpr float kQuality = 90;

}  // namespace

Result<std::string, IconRefusal> MakeIcon(std::string_view bytes) {
  auto pixels = Decode(bytes, kMostSide);
  if (!pixels) return Fail(pixels.error());
  auto icon = EncodeWebp(Squared(*std::move(pixels)), kIconSide);
  if (!icon) return Fail(IconRefusal::kBroken);
  return *std::move(icon);
}

std::string_view WordsOf(IconRefusal refusal) {
  constexpr std::array<std::string_view, 4> kWords{
      "is not a PNG, JPEG or WebP image", "is too large", "is animated", "cannot be decoded"};
  return kWords.at(static_cast<std::size_t>(refusal));
}

Result<Pixels, IconRefusal> Decode(std::string_view bytes, int most_side) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return DecodePng(bytes, most_side);
  if (bytes.starts_with("\xff\xd8\xff")) return DecodeJpeg(bytes, most_side);
  if (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP")) {
    return DecodeWebp(bytes, most_side);
  }
  return Fail(IconRefusal::kFormat);
}

std::optional<std::string> EncodeWebp(const Pixels& pixels, int most_side) {
  WebPConfig config;
  WebPPicture picture{};
  if (WebPConfigPreset(&config, WEBP_PRESET_ICON, kQuality) == 0 ||
      WebPPictureInit(&picture) == 0) {
    return std::nullopt;
  }
  config.use_sharp_yuv = 1;  // keeps coloured edges sharp
  WebPMemoryWriter written{};
  WebPMemoryWriterInit(&written);
  const std::unique_ptr<WebPPicture, Freed<WebPPictureFree>> owned(&picture);
  const std::unique_ptr<WebPMemoryWriter, Freed<WebPMemoryWriterClear>> owned_bytes(&written);
  picture.use_argb = 1;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &written;
  picture.width = pixels.width;
  picture.height = pixels.height;
  if (WebPPictureImportRGBA(&picture, pixels.rgba.data(),
                            pixels.width * static_cast<int>(Pixels::kBytes)) == 0) {
    return std::nullopt;
  }
  const int side = std::max(picture.width, picture.height);
  const auto scaled = [&](int length) {
    return static_cast<int>(std::max(1L, std::int64_t{length} * most_side / side));
  };
  if (side > most_side &&
      WebPPictureRescale(&picture, scaled(picture.width), scaled(picture.height)) == 0) {
    return std::nullopt;
  }
  if (WebPEncode(&config, &picture) == 0) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(written.mem), written.size);
}

}  // namespace prichal::site::wallets
