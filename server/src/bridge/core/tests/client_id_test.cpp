#include "bridge/core/client_id.h"

#include <gtest/gtest.h>

#include <string>

#include "base/encoding.h"

namespace prichal::bridge {
namespace {

TEST(ClientId, ParsesSixtyFourHexCharactersAndKeepsCase) {
  const std::string text = std::string(32, 'a') + std::string(32, 'B');
  const auto id = ClientId::Parse(text);
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(id->text(), text);
  EXPECT_NE(*id, *ClientId::Parse(std::string(32, 'A') + std::string(32, 'B')));
}

TEST(ClientId, TrimsSurroundingWhitespace) {
  const std::string text(64, '7');
  EXPECT_EQ(*ClientId::Parse(" " + text + "\n"), *ClientId::Parse(text));
}

TEST(ClientId, ReportsWrongLengthOrCharacters) {
  constexpr std::string_view kLengthError = "public address must be 64 characters long";
  constexpr std::string_view kHexError = "public address must be a valid hex string";
  EXPECT_EQ(ClientId::Parse("").error(), kLengthError);
  EXPECT_EQ(ClientId::Parse("  ").error(), kLengthError);
  EXPECT_EQ(ClientId::Parse(std::string(63, 'a')).error(), kLengthError);
  EXPECT_EQ(ClientId::Parse(std::string(65, 'a')).error(), kLengthError);
  EXPECT_EQ(ClientId::Parse(std::string(63, 'a') + "g").error(), kHexError);
}

TEST(ClientId, ChecksEveryCharacter) {
  for (int value = 0; value < 256; ++value) {
    const char c = static_cast<char>(value);
    for (std::size_t at = 1; at + 1 < ClientId::kLength; ++at) {
      std::string text(ClientId::kLength, 'a');
      text[at] = c;
      EXPECT_EQ(ClientId::Parse(text).has_value(), HexValue(c) >= 0) << value << " at " << at;
    }
  }
}

}  // namespace
}  // namespace prichal::bridge
