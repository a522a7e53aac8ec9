#include <gtest/gtest.h>

#include <string>

#include "ops/doctor/deployment.h"

namespace prichal::ops {
namespace {

using namespace std::string_literals;

const std::string kPng = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\xb4\0\0\0\xb5"s;

TEST(Picture, DetectsKindAndSize) {
  const auto png = ReadPicture(kPng + "\x08\x06");
  EXPECT_EQ(png.kind, "PNG");
  EXPECT_TRUE(png.is_taken());
  EXPECT_EQ(png.width, 180U);
  EXPECT_EQ(png.height, 181U);

  const auto ico = ReadPicture("\0\0\1\0\2\0"s + "\x10\x10" + std::string(14, '\0') + "\0\0"s +
                               std::string(14, '\0'));
  EXPECT_EQ(ico.kind, "ICO");
  EXPECT_TRUE(ico.is_taken());
  EXPECT_EQ(ico.width, 256U);
  EXPECT_EQ(ico.height, 256U);
}

TEST(Picture, ReportsNoSizeForTruncatedImage) {
  for (std::size_t size = 8; size < kPng.size(); ++size) {
    const auto cut = ReadPicture(kPng.substr(0, size));
    EXPECT_EQ(cut.kind, "PNG");
    EXPECT_EQ(cut.width, 0U);
  }
  EXPECT_EQ(ReadPicture("\0\0\1\0\xff\xff\x10"s).width, 0U);
}

TEST(Picture, RejectsUnsupportedFormats) {
  for (const auto& [bytes, kind] : {
           std::pair("\xff\xd8\xff\xe0"s, "JPEG"),
           std::pair("GIF89a"s, "GIF"),
           std::pair("RIFF\0\0\0\0WEBPVP8 "s, "WebP"),
           std::pair("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">"s, "SVG"),
           std::pair("<!doctype html>"s, "unknown"),
           std::pair(""s, "unknown"),
       }) {
    EXPECT_EQ(ReadPicture(bytes).kind, kind);
    EXPECT_FALSE(ReadPicture(bytes).is_taken());
  }
}

}  // namespace
}  // namespace prichal::ops
