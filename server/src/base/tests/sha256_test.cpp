#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/encoding.h"
#include "base/hash.h"

namespace prichal {
namespace {

std::span<const unsigned char> Bytes(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

std::string Hmac(std::string_view key, std::string_view text) {
  return HexEncode(HmacSha256(Bytes(key)).Compute(Bytes(text)));
}

TEST(Sha256, MatchesStandardVectors) {  // FIPS 180-4's examples
  EXPECT_EQ(HexEncode(Sha256(Bytes("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HexEncode(Sha256(Bytes(""))),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const std::array<std::span<const unsigned char>, 3> parts{Bytes("a"), Bytes(""), Bytes("bc")};
  EXPECT_EQ(Sha256(parts), Sha256(Bytes("abc")));
}

TEST(HmacSha256, MatchesStandardVectors) {  // RFC 4231 section 4
  EXPECT_EQ(Hmac(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(Hmac("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(
      Hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(Hmac(std::string(64, 'k'), "t"), Hmac(std::string(64, 'k'), "t"));
  EXPECT_NE(Hmac(std::string(64, 'k'), "t"), Hmac(std::string(65, 'k'), "t"));
}

TEST(HmacSha256, ReturnsSameDigestOnEachThread) {
  const HmacSha256 hmac(Bytes("key"));
  const Sha256Digest expected = hmac.Compute(Bytes("text"));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 1'000; ++round) {
        EXPECT_EQ(hmac.Compute(Bytes("text")), expected);
        EXPECT_NE(hmac.Compute(Bytes("another")), expected);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace prichal
