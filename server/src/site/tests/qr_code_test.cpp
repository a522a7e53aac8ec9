#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "site/page.h"
#include "site/resource.h"

namespace prichal::site {
namespace {

constexpr int kQuietZone = 4;

/// Modules per side, with the quiet zone.
int SideOf(const std::string& svg) {
  const auto at = svg.find("viewBox=\"0 0 ");
  return at == std::string::npos ? 0 : std::stoi(svg.substr(at + 13));
}

/// Returns the modules of a picture, one row per line; '#' is dark.
std::string Rows(const std::string& svg) {
  const auto size = static_cast<std::size_t>(SideOf(svg) - 2 * kQuietZone);
  std::vector<std::string> rows(size, std::string(size, '.'));
  static const std::regex kRun(R"(M(\d+) (\d+)h(\d+)v1h-\d+z)");
  for (std::sregex_iterator run(svg.begin(), svg.end(), kRun); run != std::sregex_iterator();
       ++run) {
    const auto x = std::stoul((*run)[1]) - kQuietZone;
    const auto y = std::stoul((*run)[2]) - kQuietZone;
    rows.at(y).replace(x, std::stoul((*run)[3]), std::stoul((*run)[3]), '#');
  }
  std::string text;
  for (const auto& row : rows) text += row + '\n';
  return text;
}

// Output of another encoder (npm's uqr 0.1.3, level L, same mask) for the same text.
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

TEST(QrSvg, MatchesReferenceEncoder) {
  EXPECT_EQ(Rows(*QrSvg("https://t.me/prichal_bot")), kPrichalBot);
}

TEST(QrSvg, InterleavesBlocksOfLargeCode) {
  const auto svg = QrSvg("https://t.me/prichal_bot/app?startapp=" + std::string(420, 'a'));
  ASSERT_TRUE(svg);
  EXPECT_EQ(SideOf(*svg), 73 + 2 * kQuietZone);
  // Rows from the same encoder.
  EXPECT_EQ(Base64(Sha256(BytesOf(Rows(*svg)))), "9u25XiPN5QWfIsdr1OHsKGzfhwtM29Uiw+Sb3eMx/bo=");
}

TEST(QrSvg, UsesSmallestVersionThatFits) {
  const auto size = [](std::size_t bytes) {
    return SideOf(*QrSvg(std::string(bytes, 'a'))) - 2 * kQuietZone;
  };
  EXPECT_EQ(size(0), 21);
  EXPECT_EQ(size(17), 21);
  EXPECT_EQ(size(18), 25);
  // From version 10 on the length field takes two bytes.
  EXPECT_EQ(size(230), 53);
  EXPECT_EQ(size(231), 57);
  EXPECT_EQ(size(858), 97);
  EXPECT_FALSE(QrSvg(std::string(859, 'a')));
}

TEST(QrSvg, HasQuietZoneOfFourModules) {
  const auto svg = *QrSvg("a");
  EXPECT_TRUE(svg.starts_with(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29")"))
      << svg;
  EXPECT_NE(svg.find(R"(<path fill="#fff" d="M0 0h29v29H0z"/>)"), std::string::npos);
  // Upper edges of the first and second finder pattern.
  EXPECT_NE(svg.find(R"(d="M4 4h7v1h-7z)"), std::string::npos);
  EXPECT_NE(svg.find("M18 4h7v1h-7z"), std::string::npos);
}

}  // namespace
}  // namespace prichal::site
