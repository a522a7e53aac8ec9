#include <gtest/gtest.h>
#include <sodium/utils.h>

#include <random>
#include <string>

#include "signin/ton/address.h"

namespace prichal::signin::ton {
namespace {

using Bytes = std::vector<unsigned char>;

/// Decodes with libsodium, which rejects the same texts.
std::optional<Bytes> Reference(std::string_view text) {
  Bytes bytes(text.size() + 1);  // not empty: an empty vector can have a null pointer
  std::size_t size = 0;
  if (sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size,
                        nullptr, sodium_base64_VARIANT_ORIGINAL) != 0) {
    return std::nullopt;
  }
  bytes.resize(size);
  return bytes;
}

TEST(Base64, DecodesRfcExamples) {
  EXPECT_EQ(DecodeBase64(""), Bytes());
  EXPECT_EQ(DecodeBase64("Zg=="), Bytes({'f'}));
  EXPECT_EQ(DecodeBase64("Zm8="), Bytes({'f', 'o'}));
  EXPECT_EQ(DecodeBase64("Zm9vYmFy"), Bytes({'f', 'o', 'o', 'b', 'a', 'r'}));
  EXPECT_EQ(DecodeBase64("+/+/"), Bytes({0xfb, 0xff, 0xbf}));
}

TEST(Base64, RejectsMalformedText) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "=",
                           "Zg==Zg==", "Zm9v\n", "Zm9 ", "Zm-v", "Zm_v", "Zg=A", "=Zg="}) {
    EXPECT_EQ(DecodeBase64(text), std::nullopt) << text;
  }
}

// libsodium 1.0.18 accepts some of these bytes as characters of the alphabet.
TEST(Base64, RejectsNonAscii) {
  for (int c = 0x80; c <= 0xff; ++c) {
    EXPECT_EQ(DecodeBase64(std::string{'Z', 'm', static_cast<char>(c), 'v'}), std::nullopt) << c;
  }
}

TEST(Base64, MatchesLibsodium) {
  std::mt19937 random(7);  // same texts in each run
  static constexpr std::string_view kCharacters = "AZaz09+/=-_ QgwB";
  int good = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text(random() % 13, 'A');
    for (char& c : text) c = kCharacters[random() % (i % 2 == 0 ? 8 : kCharacters.size())];
    if (i % 3 == 0 && !text.empty()) text.back() = '=';
    EXPECT_EQ(DecodeBase64(text), Reference(text)) << text;
    good += DecodeBase64(text) ? 1 : 0;
  }
  EXPECT_GT(good, 10'000);
}

}  // namespace
}  // namespace prichal::signin::ton
