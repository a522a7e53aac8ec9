#include "site/wallets/icon.h"

#include <gtest/gtest.h>

#include "site/wallets/tests/fixture_picture.h"

namespace prichal::site::wallets {
namespace {

Pixels Made(const Pixels& pixels) {
  const auto icon = MakeIcon(FixturePng(pixels));
  EXPECT_TRUE(icon);
  EXPECT_EQ(icon->substr(0, 4), "RIFF");
  EXPECT_LT(icon->size(), 4096U);
  return Decode(icon.value_or(""), kMostSide).value();
}

int AlphaAt(const Pixels& pixels, int x, int y) {
  return pixels.rgba.at((static_cast<std::size_t>(y * pixels.width + x)) * Pixels::kBytes + 3);
}

TEST(Icon, ScalesDownToIconSizeAndNeverUp) {
  const auto large = Made(FixturePixels(288, 288, kColor));
  EXPECT_EQ(large.width, kIconSide);
  EXPECT_EQ(large.height, kIconSide);
  EXPECT_NEAR(large.rgba.at(static_cast<std::size_t>(60 * kIconSide + 100) * 4 + 2), 0xcc, 8);
  const auto small = Made(FixturePixels(48, 48, kColor));
  EXPECT_EQ(small.width, 48);
}

TEST(Icon, PadsToSquareWithTransparentEdges) {
  const auto wide = Made(FixturePixels(240, 120, kColor));
  EXPECT_EQ(wide.width, kIconSide);
  EXPECT_EQ(wide.height, kIconSide);
  EXPECT_EQ(AlphaAt(wide, 60, 5), 0);
  EXPECT_EQ(AlphaAt(wide, 60, 60), 255);
  EXPECT_EQ(AlphaAt(wide, 60, 115), 0);
}

TEST(Icon, IsDeterministicAndAcceptsOwnOutput) {
  const auto png = FixturePng(FixturePixels(200, 200, kColor));
  const auto icon = MakeIcon(png);
  ASSERT_TRUE(icon);
  EXPECT_EQ(*icon, MakeIcon(png).value_or(""));
  // The input can already be an icon, if the mirror is another Prichal.
  const auto again = MakeIcon(*icon);
  ASSERT_TRUE(again);
  EXPECT_EQ(Decode(*again, kMostSide)->width, kIconSide);
}

TEST(Icon, ReencodesWithoutTrailingData) {
  auto png = FixturePng(FixturePixels(100, 100, kColor));
  png += "<script>alert(1)</script>";  // after the end, which decoders ignore
  const auto icon = MakeIcon(png);
  ASSERT_TRUE(icon);
  EXPECT_EQ(icon->find("script"), std::string::npos);
}

TEST(Icon, RejectsImagesThatCannotBeDecoded) {
  const auto refused = MakeIcon(FixtureBomb(30'000));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), IconRefusal::kSize);
}

}  // namespace
}  // namespace prichal::site::wallets
