#include "signin/ton/sign_data.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "signin/ton/boc.h"
#include "signin/ton/tests/fixture_vectors.h"

namespace prichal::signin::ton {
namespace {

struct Signed {
  std::string type;
  std::string content;  ///< text, or base64 of bytes or of a bag of cells
  std::string schema;
};

Hash HashOf(const Signed& data, const SignDataContext& context) {
  if (data.type == "text") return SignedTextHash(context, data.content);
  const auto bytes = FromBase64(data.content);
  if (data.type == "binary") return SignedBinaryHash(context, bytes);
  const auto boc = ReadBoc(bytes);
  EXPECT_TRUE(boc);
  return SignedCellHash(context, data.schema, boc->root());
}

void Check(const boost::json::object& vector, const Signed& data, std::int32_t network) {
  const std::string domain = Text(vector, "domain");
  const SignDataContext context{
      .address = ParseAddress(Text(vector, "address_raw"))->address,
      .domain = domain,
      .timestamp = std::chrono::seconds(vector.at("timestamp").as_int64())};
  const Hash hash = HashOf(data, context);
  EXPECT_EQ(HexEncode(hash), Text(vector, "hash_hex"));
  const PublicKey key = FromHex(Text(vector, "public_key_hex"));
  const auto signature = ParseSignature(Text(vector, "signature_b64"));
  ASSERT_TRUE(signature);
  EXPECT_TRUE(IsSignedBy(key, SignedBytes(hash, network), *signature));
  EXPECT_FALSE(IsSignedBy(key, SignedBytes(hash, network == 1 ? 2 : 1), *signature));
}

TEST(SignData, MatchesEveryVector) {
  std::size_t seen = 0;
  for (const auto& vector : Group("ton.vectors.json", "sign_data")) {
    const std::string type = Text(vector, "type");
    SCOPED_TRACE(type);
    Check(vector,
          {type, Text(vector, type == "cell" ? "cell_b64" : "value"), Text(vector, "schema")},
          kMainnet);
    ++seen;
  }
  EXPECT_EQ(seen, 3U);
}

TEST(SignData, MatchesEveryVectorOfOtherNetworks) {
  std::size_t seen = 0;
  for (const auto& vector : Group("made.vectors.json", "sign_data")) {
    SCOPED_TRACE(Text(vector, "id"));
    const auto& payload = vector.at("payload").as_object();
    const std::string type = Text(payload, "type");
    const std::string content = Text(payload, type == "binary" ? "bytes" : type);
    Check(vector, {type, content, Text(payload, "schema")}, std::stoi(Text(vector, "network")));
    ++seen;
  }
  EXPECT_GE(seen, 8U);
}

}  // namespace
}  // namespace prichal::signin::ton
