#include "host/qr_code.h"

#include <gtest/gtest.h>

#include "host/digest.h"

namespace prichal::host {
namespace {

/// A row a line, '#' is dark.
std::string Rows(const QrCode& code) {
  std::string rows;
  for (int y = 0; y < code.size(); ++y) {
    for (int x = 0; x < code.size(); ++x) rows += code.Dark(x, y) ? '#' : '.';
    rows += '\n';
  }
  return rows;
}

// What another encoder (npm's uqr 0.1.3, level L, the same mask) makes of the same text.
constexpr std::string_view kPrichalBot =
    "#######.####..#...#######\n"
    "#.....#....####.#.#.....#\n"
    "#.###.#..#.#.#..#.#.###.#\n"
    "#.###.#...##.#..#.#.###.#\n"
    "#.###.#...###.#.#.#.###.#\n"
    "#.....#..#.#......#.....#\n"
    "#######.#.#.#.#.#.#######\n"
    "........##..##...........\n"
    "##.##.#..#..#.#.#.#.....#\n"
    ".##..#.#..#..###....####.\n"
    ".######.##..#..#....##..#\n"
    "####.#.#.......###.#.####\n"
    "..###.#..##..#.#..#.....#\n"
    "###.#..#..#.#..##...#..#.\n"
    "##..#.#...#...####..#####\n"
    "#..##...#...#...####.##.#\n"
    "#...######.###.######.##.\n"
    "........#.##...##...#.##.\n"
    "#######..##.#.#.#.#.#...#\n"
    "#.....#....#.####...#...#\n"
    "#.###.#.#.###.#######....\n"
    "#.###.#.##..####.##....##\n"
    "#.###.#...####..##..#####\n"
    "#.....#.#.##..#...###.###\n"
    "#######.#..#...##.#..#..#\n";

TEST(QrCode, IsWhatAnotherEncoderMakes) {
  EXPECT_EQ(Rows(*QrCode::Encode("https://t.me/prichal_bot")), kPrichalBot);
}

TEST(QrCode, InterleavesTheBlocksOfALargeCode) {
  const auto code =
      QrCode::Encode("https://t.me/prichal_bot/app?startapp=" + std::string(420, 'a'));
  ASSERT_TRUE(code);
  EXPECT_EQ(code->size(), 73);
  // The same encoder's rows.
  EXPECT_EQ(Base64(Sha256(Rows(*code))), "9u25XiPN5QWfIsdr1OHsKGzfhwtM29Uiw+Sb3eMx/bo=");
}

TEST(QrCode, TakesTheSmallestThatHoldsTheText) {
  const auto size = [](std::size_t bytes) {
    return QrCode::Encode(std::string(bytes, 'a'))->size();
  };
  EXPECT_EQ(size(0), 21);
  EXPECT_EQ(size(17), 21);
  EXPECT_EQ(size(18), 25);
  // From version 10 on the length itself takes a byte more.
  EXPECT_EQ(size(230), 53);
  EXPECT_EQ(size(231), 57);
  EXPECT_EQ(size(858), 97);
  EXPECT_FALSE(QrCode::Encode(std::string(859, 'a')));
}

TEST(QrSvg, HasAQuietZoneOfFourWhiteSquares) {
  const auto svg = QrSvg(*QrCode::Encode("a"));
  EXPECT_TRUE(svg.starts_with(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29")"))
      << svg;
  EXPECT_NE(svg.find(R"(<path fill="#fff" d="M0 0h29v29H0z"/>)"), std::string::npos);
  // The upper edge of the first finder pattern, and of the second.
  EXPECT_NE(svg.find(R"(d="M4 4h7v1h-7z)"), std::string::npos);
  EXPECT_NE(svg.find("M18 4h7v1h-7z"), std::string::npos);
}

}  // namespace
}  // namespace prichal::host
