#include <gtest/gtest.h>

#include <array>

#include "base/encoding.h"

namespace prichal {
namespace {

TEST(Base64Url, EncodesWithoutPadding) {
  // RFC 4648 section 10 without the padding; the last example is RFC 7515 appendix C.
  EXPECT_EQ(Base64UrlEncode(std::string_view()), "");
  EXPECT_EQ(Base64UrlEncode("f"), "Zg");
  EXPECT_EQ(Base64UrlEncode("fo"), "Zm8");
  EXPECT_EQ(Base64UrlEncode("foo"), "Zm9v");
  EXPECT_EQ(Base64UrlEncode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64UrlEncode("\x03\xec\xff\xe0\xc1"), "A-z_4ME");
}

TEST(Base64Url, RoundTripsAnyLength) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(Base64UrlDecode(Base64UrlEncode(bytes)), bytes);
    bytes.push_back(static_cast<char>(i * 7));
  }
}

TEST(Base64Url, RejectsNonCanonicalText) {
  for (const std::string_view text :
       {"Zg==", "Zg=", "Z", "Zm9vY", "Zm 8", "Zm8\n", "+/+/", "Zh", "Zm9", "Zg\xc3\xa9", "Zm8."}) {
    EXPECT_EQ(Base64UrlDecode(text), std::nullopt) << text;
  }
  EXPECT_EQ(Base64UrlDecode(std::string_view("Zm\0v", 4)), std::nullopt);
}

TEST(Base64Url, DecodesOnlyIntoArrayOfExactSize) {
  std::array<unsigned char, 3> three{};
  EXPECT_TRUE(Base64UrlDecode("Zm9v", three));
  EXPECT_EQ(three, (std::array<unsigned char, 3>{'f', 'o', 'o'}));
  EXPECT_FALSE(Base64UrlDecode("Zm8", three));
  EXPECT_FALSE(Base64UrlDecode("Zm9vYg", three));
}

}  // namespace
}  // namespace prichal
