#include "base/client_id.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal {
namespace {

TEST(ClientId, SixtyFourHexCharactersWithTheirCase) {
  const std::string text = std::string(32, 'a') + std::string(32, 'B');
  const auto id = ClientId::Parse(text);
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(id->text(), text);
  EXPECT_NE(*id, *ClientId::Parse(std::string(32, 'A') + std::string(32, 'B')));
}

TEST(ClientId, WhiteSpaceAroundIsNotPartOfIt) {
  const std::string text(64, '7');
  EXPECT_EQ(*ClientId::Parse(" " + text + "\n"), *ClientId::Parse(text));
}

TEST(ClientId, SaysWhatIsWrong) {
  EXPECT_EQ(ClientId::Parse("").error(), ClientIdError::kLength);
  EXPECT_EQ(ClientId::Parse("  ").error(), ClientIdError::kLength);
  EXPECT_EQ(ClientId::Parse(std::string(63, 'a')).error(), ClientIdError::kLength);
  EXPECT_EQ(ClientId::Parse(std::string(65, 'a')).error(), ClientIdError::kLength);
  EXPECT_EQ(ClientId::Parse(std::string(63, 'a') + "g").error(), ClientIdError::kNotHex);
  EXPECT_EQ(Describe(ClientIdError::kLength), "public address must be 64 characters long");
  EXPECT_EQ(Describe(ClientIdError::kNotHex), "public address must be a valid hex string");
}

}  // namespace
}  // namespace prichal
