#include "signin/ton/signature.h"

#include <gtest/gtest.h>
#include <sodium/crypto_core_ed25519.h>

#include "base/encoding.h"
#include "signin/ton/tests/fixture_vectors.h"

namespace prichal::signin::ton {
namespace {

/// Multiplies a point by eight. Empty if the key is not a point.
std::optional<PublicKey> EightTimes(PublicKey key) {
  for (int i = 0; i < 3; ++i) {
    PublicKey twice{};
    if (crypto_core_ed25519_add(twice.data(), key.data(), key.data()) != 0) return std::nullopt;
    key = twice;
  }
  return key;
}

constexpr std::array kWeak = {"0100000000000000000000000000000000000000000000000000000000000000",
                              "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                              "0000000000000000000000000000000000000000000000000000000000000000",
                              "0000000000000000000000000000000000000000000000000000000000000080",
                              "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                              "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                              "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                              "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"};

// There are eight points of small order; eight times each is the neutral element.
TEST(Signature, DetectsLowOrderKeys) {
  for (const char* hex : kWeak) {
    const PublicKey key = FromHex(hex);
    EXPECT_TRUE(IsWeakKey(key)) << hex;
    const auto eight = EightTimes(key);
    ASSERT_TRUE(eight) << hex;
    EXPECT_EQ(HexEncode(*eight), kWeak[0]) << hex;
  }
  // Other encodings of these points: p for 0, p + 1 for 1, and a sign bit for x = 0.
  for (const char* hex : {"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                          "0100000000000000000000000000000000000000000000000000000000000080",
                          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}) {
    EXPECT_TRUE(IsWeakKey(FromHex(hex))) << hex;
  }
  // RFC 8032 section 7.1, test 1.
  EXPECT_FALSE(
      IsWeakKey(FromHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")));
}

TEST(Signature, ParsesBase64Of64Bytes) {
  const std::string text(85, 'A');
  EXPECT_TRUE(ParseSignature(text + "Q=="));
  for (const std::string& wrong :
       {std::string(), text + "Q", text + "Q=", text + "Q===", text + "R==", text + "Q== ",
        std::string(" ").append(text).append("Q=="), text + "QAA", std::string(84, 'A'),
        std::string(88, 'A'), std::string(85, '-') + "Q=="}) {
    EXPECT_FALSE(ParseSignature(wrong)) << wrong;
  }
}

TEST(Signature, PrefixesDomainOnlyForL2Networks) {
  const Hash hash{1, 2, 3};
  for (const std::int32_t network : {kMainnet, kTestnet}) {
    const auto bytes = SignedBytes(hash, network).bytes();
    EXPECT_EQ(bytes.size(), 32U);
  }
  const SignedBytes l2(hash, 662387);
  ASSERT_EQ(l2.bytes().size(), 64U);
  EXPECT_TRUE(std::equal(hash.begin(), hash.end(), l2.bytes().begin() + 32));
  // @ton/core 0.63.1: signatureDomainHash({type: 'l2', globalId: 662387})
  EXPECT_EQ(HexEncode(l2.bytes().first(32)),
            "4596d0dea067f13a18ac083ff4aa6f237e0526b057518dfe7eb6339b1ede6719");
}

}  // namespace
}  // namespace prichal::signin::ton
