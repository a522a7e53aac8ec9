#include <gtest/gtest.h>

#include "signin/token/public_key.h"
#include "signin/token/tests/fixture.h"

namespace prichal::signin::token {
namespace {

TEST(JwkSet, RoundTrips) {
  const std::string text = test::KeySet().Write();
  EXPECT_EQ(
      text,
      R"({"keys":[{"alg":"ES256","crv":"P-256","kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U","kty":"EC","use":"sig","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"},)"
      R"({"alg":"EdDSA","crv":"Ed25519","kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k","kty":"OKP","use":"sig","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]})");
  const auto read = JwkSet::Read(text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->size(), 2U);
  EXPECT_TRUE(read->skipped().empty());
  EXPECT_EQ(read->Write(), text);
  EXPECT_EQ(JwkSet().Write(), R"({"keys":[]})");
  EXPECT_EQ(JwkSet::Read(R"({"keys":[]})")->size(), 0U);
}

TEST(JwkSet, WritesRsaKey) {
  const auto read = JwkSet::Read(R"({"keys":[)" + std::string(test::kRsaPublic) + "]}");
  ASSERT_TRUE(read && read->size() == 1);
  const std::string text = read->Write();
  EXPECT_TRUE(text.starts_with(R"({"keys":[{"alg":"RS256","e":"AQAB","kid":")")) << text;
  EXPECT_TRUE(text.ends_with(R"(Xpoq","use":"sig"}]})") ||
              text.ends_with(R"(XpoQ","use":"sig"}]})"))
      << text;
  EXPECT_EQ(JwkSet::Read(text)->Write(), text);
}

// Telegram's set contains a secp256k1 key, because of which some libraries reject the whole set.
TEST(JwkSet, SkipsUnsupportedKeys) {
  const std::string p256 =
      R"("crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")";
  const auto set = JwkSet::Read(
      R"({"more":1,"keys":[7,{"kty":"EC","crv":"secp256k1","x":"AAAA","y":"AAAA","kid":"a"},{"kty":"oct","k":"AAAA"},{},)"
      R"({"use":"enc",)" +
      p256 + R"(},{"alg":"ES384",)" + p256 + R"(},{"key_ops":["sign"],)" + p256 + R"(},{"kid":7,)" +
      p256 + R"(},{"kid":"ours","key_ops":["sign","verify"],"x5c":[],)" + p256 + R"(}]})");
  ASSERT_TRUE(set) << set.error();
  EXPECT_EQ(set->size(), 1U);
  EXPECT_EQ(set->skipped().size(), 8U);
  EXPECT_EQ(set->skipped()[1],
            "key 2: unsupported \"kty\" and \"crv\"; expected EC P-256, OKP Ed25519 or RSA");
  EXPECT_NE(set->Find("ours", "ES256"), nullptr);
}

TEST(JwkSet, FindsByKeyIdAndAlgorithm) {
  const JwkSet keys = test::KeySet();
  const std::string id = test::Key(test::kP256).public_key().thumbprint();
  ASSERT_NE(keys.Find(id, "ES256"), nullptr);
  EXPECT_EQ(keys.Find(id, "ES256")->thumbprint(), id);
  EXPECT_EQ(keys.Find(id, "EdDSA"), nullptr);
  EXPECT_EQ(keys.Find("other", "ES256"), nullptr);
  EXPECT_EQ(keys.Find("", "ES256")->thumbprint(), id);
  EXPECT_EQ(keys.Find("", "RS256"), nullptr);
  JwkSet two = test::KeySet();
  two.Add(PrivateKey::Generate(Algorithm::kEs256).public_key());
  EXPECT_EQ(two.Find("", "ES256"), nullptr);
  EXPECT_NE(two.Find("", "EdDSA"), nullptr);
}

TEST(JwkSet, RejectsMalformedSets) {
  std::string many = R"({"keys":[0)";
  for (std::size_t i = 0; i < JwkSet::kMaxKeys; ++i) many += ",0";
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), std::string(R"({"keys":{}})"),
        std::string(R"({"keys":[],"keys":[]})"), many + "]}",
        std::string(JwkSet::kMaxBytes + 1, ' ')}) {
    const auto set = JwkSet::Read(text);
    ASSERT_FALSE(set) << text.substr(0, 60);
    EXPECT_FALSE(set.error().empty());
  }
}

}  // namespace
}  // namespace prichal::signin::token
