#include "ops/doctor/picture.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace prichal::app::doctor {
namespace {

using namespace std::string_view_literals;

std::uint32_t Byte(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::uint32_t BigEndian(std::string_view bytes, std::size_t at) {
  return Byte(bytes, at) << 24U | Byte(bytes, at + 1) << 16U | Byte(bytes, at + 2) << 8U |
         Byte(bytes, at + 3);
}

Picture ReadPng(std::string_view bytes) {
  constexpr std::size_t kHeader = 24;  // signature, length and name of the first chunk, two sizes
  if (bytes.size() < kHeader || bytes.substr(12, 4) != "IHDR") return {.kind = "PNG"};
  return {.kind = "PNG", .width = BigEndian(bytes, 16), .height = BigEndian(bytes, 20)};
}

Picture ReadIco(std::string_view bytes) {
  constexpr std::size_t kHead = 6;
  constexpr std::size_t kEntry = 16;
  Picture largest{.kind = "ICO"};
  const std::size_t entries = Byte(bytes, 4) | Byte(bytes, 5) << 8U;
  for (std::size_t i = 0; i < entries && bytes.size() >= kHead + (i + 1) * kEntry; ++i) {
    const auto side = [&](std::size_t at) {
      const auto size = Byte(bytes, kHead + i * kEntry + at);
      return size == 0 ? 256U : size;
    };
    if (side(0) > largest.width) {
      largest.width = side(0);
      largest.height = side(1);
    }
  }
  return largest;
}

/// An element svg within the first kilobyte, where a browser looks for it too.
bool IsSvg(std::string_view bytes) {
  return bytes.substr(0, 1024).find("<svg") != std::string_view::npos;
}

}  // namespace

Picture ReadPicture(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return ReadPng(bytes);
  if (bytes.size() >= 6 && bytes.starts_with("\0\0\1\0"sv)) return ReadIco(bytes);
  if (bytes.starts_with("\xff\xd8\xff"sv)) return {.kind = "JPEG"};
  if (bytes.starts_with("GIF8"sv)) return {.kind = "GIF"};
  if (bytes.starts_with("RIFF"sv) && bytes.substr(0, 12).ends_with("WEBP")) return {.kind = "WebP"};
  if (IsSvg(bytes)) return {.kind = "SVG"};
  return {.kind = "nothing known"};
}

}  // namespace prichal::app::doctor
