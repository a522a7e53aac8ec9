#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "site/wallets/icon.h"
#include "site/wallets/tests/fixture_picture.h"

namespace prichal::site::wallets {
namespace {

constexpr int kMost = 300;

/// Compares red, green, blue and alpha of a pixel. Lossy formats need a tolerance.
void ExpectNear(const Pixels& pixels, int x, int y, std::array<int, 4> expected, int tolerance) {
  const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                   static_cast<std::size_t>(x)) *
                  Pixels::kBytes;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(pixels.rgba.at(at + i), expected.at(i), tolerance) << x << ' ' << y << ' ' << i;
  }
}

void ExpectFixture(const Result<Pixels, IconRefusal>& decoded, int tolerance, int alpha = 255) {
  ASSERT_TRUE(decoded) << WordsOf(decoded.error());
  EXPECT_EQ(decoded->width, 80);
  EXPECT_EQ(decoded->height, 60);
  ExpectNear(*decoded, 10, 30, {0x19, 0x33, 0x66, alpha}, tolerance);
  ExpectNear(*decoded, 70, 30, {0x33, 0x66, 0xcc, alpha}, tolerance);
}

TEST(Decode, DetectsFormatByMagicBytes) {
  const auto pixels = FixturePixels(80, 60, kColor);
  ExpectFixture(Decode(FixturePng(pixels), kMost), 0);
  ExpectFixture(Decode(FixtureJpeg(pixels), kMost), 4);
  ExpectFixture(Decode(EncodeWebp(pixels, kMost).value(), kMost), 8);
  const auto clear = FixturePixels(80, 60, kColor, 128);
  ExpectFixture(Decode(FixturePng(clear), kMost), 0, 128);
}

TEST(Decode, RejectsUnsupportedFormats) {
  for (const std::string_view bytes : {"", "GIF89a", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                                       "RIFF1234WAVE", "\x89PNG", "<!doctype html>"}) {
    const auto decoded = Decode(bytes, kMost);
    ASSERT_FALSE(decoded) << bytes;
    EXPECT_EQ(decoded.error(), IconRefusal::kFormat) << bytes;
  }
}

TEST(Decode, RejectsTooLargeImagesByHeader) {
  const auto expect_size = [](std::string_view bytes) {
    const auto decoded = Decode(bytes, kMost);
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error(), IconRefusal::kSize);
  };
  expect_size(FixtureBomb(60'000));
  expect_size(FixtureBomb(kMost + 1));
  expect_size(FixturePng(FixturePixels(kMost + 1, 1, kColor)));
  expect_size(FixtureJpeg(FixturePixels(1, kMost + 1, kColor)));
  expect_size(EncodeWebp(FixturePixels(kMost + 1, 2, kColor), 2 * kMost).value());
  EXPECT_TRUE(Decode(FixturePng(FixturePixels(kMost, kMost, kColor)), kMost));
}

TEST(Decode, RejectsTruncatedFiles) {
  const auto pixels = FixturePixels(80, 60, kColor);
  for (const auto& bytes :
       {FixturePng(pixels), FixtureJpeg(pixels), EncodeWebp(pixels, kMost).value()}) {
    const auto half = Decode(std::string_view(bytes).substr(0, bytes.size() / 2), kMost);
    ASSERT_FALSE(half) << bytes.substr(0, 4);
    EXPECT_EQ(half.error(), IconRefusal::kBroken);
    EXPECT_FALSE(Decode(std::string_view(bytes).substr(0, 20), kMost));
  }
}

TEST(Decode, RejectsJpegWithTooManyScans) {
  const auto bytes = FixtureJpeg(FixturePixels(80, 60, kColor));
  // The markers are in a comment, where decoders ignore them; the check counts them anyway.
  const auto with_scans = [&](int count) {
    std::string comment;
    for (int i = 0; i < count; ++i) comment += "\xff\xda";
    const auto length = static_cast<char>(comment.size() + 2);
    return bytes.substr(0, 2) + "\xff\xfe" + std::string(1, '\0') + length + comment +
           bytes.substr(2);
  };
  EXPECT_TRUE(Decode(with_scans(5), kMost));
  const auto decoded = Decode(with_scans(40), kMost);
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error(), IconRefusal::kBroken);
}

}  // namespace
}  // namespace prichal::site::wallets
