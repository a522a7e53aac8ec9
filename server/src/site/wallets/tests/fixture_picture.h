#pragma once

#include <png.h>
#include <turbojpeg.h>

#include <cstdint>
#include <string>

#include "site/wallets/icon.h"

namespace prichal::site::wallets {

/// For tests: colour of most pictures.
inline constexpr std::uint32_t kColor = 0x3366cc;

/// For tests: makes a picture in `color` (0xRRGGBB) with a darker left half.
inline Pixels FixturePixels(int width, int height, std::uint32_t color, std::uint8_t alpha = 255) {
  Pixels pixels{.width = width, .height = height, .rgba = {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::uint32_t by = x < width / 2 ? 2 : 1;
      for (const int shift : {16, 8, 0}) {
        pixels.rgba.push_back(static_cast<std::uint8_t>(((color >> shift) & 0xff) / by));
      }
      pixels.rgba.push_back(alpha);
    }
  }
  return pixels;
}

/// For tests: encodes as PNG.
inline std::string FixturePng(const Pixels& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(pixels.width);
  image.height = static_cast<png_uint_32>(pixels.height);
  image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = 0;
  png_image_write_to_memory(&image, nullptr, &size, 0, pixels.rgba.data(), 0, nullptr);
  std::string bytes(size, '\0');
  png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.rgba.data(), 0, nullptr);
  bytes.resize(size);
  return bytes;
}

/// For tests: encodes as progressive JPEG.
inline std::string FixtureJpeg(const Pixels& pixels) {
  void* const handle = tjInitCompress();
  unsigned char* made = nullptr;
  unsigned long size = 0;
  tjCompress2(handle, pixels.rgba.data(), pixels.width, 0, pixels.height, TJPF_RGBA, &made, &size,
              TJSAMP_444, 95, TJFLAG_PROGRESSIVE);
  const std::string bytes(reinterpret_cast<const char*>(made), size);
  tjFree(made);
  tjDestroy(handle);
  return bytes;
}

/// For tests: a PNG of about a hundred bytes whose header declares `side` x `side` pixels. A
/// decoder without a limit would allocate 4 bytes per pixel.
inline std::string FixtureBomb(std::uint32_t side) {
  std::string bytes = FixturePng(FixturePixels(1, 1, 0));
  const auto put = [&bytes](std::size_t at, std::uint32_t number) {
    for (const int shift : {24, 16, 8, 0}) bytes[at++] = static_cast<char>(number >> shift);
  };
  put(16, side);
  put(20, side);
  // CRC of the header chunk (PNG specification, section 5.5): 17 bytes, beginning with its name.
  std::uint32_t crc = 0xffffffff;
  for (std::size_t i = 12; i < 29; ++i) {
    crc ^= static_cast<unsigned char>(bytes[i]);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
  }
  put(29, ~crc);
  return bytes;
}

}  // namespace prichal::site::wallets
