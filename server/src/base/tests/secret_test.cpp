#include "base/secret.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>

namespace prichal {
namespace {

TEST(Secret, WipesBytesOnDestruction) {
  alignas(SecretBytes<16>) std::array<unsigned char, sizeof(SecretBytes<16>)> place{};
  auto* secret = new (place.data()) SecretBytes<16>;
  std::fill(secret->bytes().begin(), secret->bytes().end(), static_cast<unsigned char>(7));
  secret->~SecretBytes();
  // The volatile pointer keeps the compiler from optimizing the reads away.
  const volatile unsigned char* seen = place.data();
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(seen[i], 0);
}

TEST(Secret, WipesSourceOnMove) {
  SecretBytes<4> first;
  first.bytes()[3] = 9;
  SecretBytes<4> second(std::move(first));
  EXPECT_EQ(second.bytes()[3], 9);
  EXPECT_EQ(first.bytes()[3], 0);  // checks the moved-from value
  first = std::move(second);
  EXPECT_EQ(first.bytes()[3], 9);
  EXPECT_EQ(second.bytes()[3], 0);

  SecretText text("a text");
  SecretText moved(std::move(text));
  EXPECT_EQ(moved.view(), "a text");
  EXPECT_EQ(text.view(), "");
}

TEST(Secret, WipesWholeCapacityOfText) {
  std::string text(100, 's');
  text.resize(20);
  const char* at = text.data();
  Wipe(text);
  EXPECT_TRUE(text.empty());
  ASSERT_EQ(text.data(), at);
  EXPECT_EQ(std::count(at, at + 20, 's'), 0);
}

TEST(Secret, ComparesSecrets) {
  const std::array<unsigned char, 3> a = {1, 2, 3};
  std::array<unsigned char, 3> b = a;
  EXPECT_TRUE(SameSecret(a, b));
  b[2] = 4;
  EXPECT_FALSE(SameSecret(a, b));
  EXPECT_FALSE(SameSecret(a, std::span(a).first(2)));
}

}  // namespace
}  // namespace prichal
