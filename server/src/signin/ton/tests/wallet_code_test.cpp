#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/encoding.h"
#include "signin/ton/state_init.h"
#include "signin/ton/tests/fixture_vectors.h"

namespace prichal::signin::ton {
namespace {

TEST(WalletCode, MatchesEveryVector) {
  std::set<std::string> seen;
  for (const auto& vector : Group("ton.vectors.json", "wallets")) {
    SCOPED_TRACE(Text(vector, "version") + " " + Text(vector, "network"));
    const auto bytes = FromBase64(Text(vector, "state_init_b64"));
    const auto boc = ReadBoc(bytes);
    ASSERT_TRUE(boc);
    EXPECT_EQ(HexEncode(boc->root().hash), Text(vector, "state_init_hash_hex"));
    const auto state_init = ParseStateInit(*boc);
    ASSERT_TRUE(state_init) << Words(state_init.error());
    EXPECT_EQ(HexEncode(state_init->code->hash), Text(vector, "code_hash_hex"));
    EXPECT_EQ(state_init->code->depth, vector.at("code_depth").as_int64());
    EXPECT_EQ(state_init->code->type == CellType::kLibrary,
              vector.at("code_is_exotic_library").as_bool());

    const WalletCode* const code = FindWalletCode(state_init->code->hash);
    ASSERT_NE(code, nullptr);
    EXPECT_EQ(code->name, Text(vector, "version"));
    EXPECT_EQ(code->data_bits(), vector.at("data_bits").as_int64());
    EXPECT_EQ(code->key_bit, vector.at("public_key_bit_offset").as_int64());
    const auto data = ReadWalletData(*code, *state_init->data);
    ASSERT_TRUE(data);
    EXPECT_EQ(HexEncode(data->public_key), Text(vector, "public_key_hex"));
    // Only v5 depends on a network, and v5r1 only partly.
    const std::int32_t network = std::stoi(Text(vector, "network"));
    const std::int32_t other = network == kMainnet ? kTestnet : kMainnet;
    const bool names = code->name.starts_with("v5");
    EXPECT_TRUE(MayBeOfNetwork(*code, *data, 0, network));
    EXPECT_EQ(MayBeOfNetwork(*code, *data, 0, other), !names);
    EXPECT_TRUE(MayBeOfNetwork(*code, *data, 0, 662387));
    seen.insert(Text(vector, "version"));
  }
  // @ton/ton lacks Telegram's wallet; it is in the proof vectors.
  EXPECT_EQ(seen.size() + 1, WalletCodes().size());
}

TEST(WalletCode, ReadsWalletIds) {
  const auto id_of = [](std::string_view version) -> std::optional<std::uint32_t> {
    for (const auto& vector : Group("ton.vectors.json", "wallets")) {
      if (Text(vector, "version") != version) continue;
      const auto bytes = FromBase64(Text(vector, "state_init_b64"));
      const auto boc = ReadBoc(bytes);
      const auto state_init = ParseStateInit(*boc);
      return ReadWalletData(*FindWalletCode(state_init->code->hash), *state_init->data)->wallet_id;
    }
    return std::nullopt;
  };
  EXPECT_EQ(id_of("v2r1"), std::nullopt);
  EXPECT_EQ(id_of("v3r2"), 698983191U);
  EXPECT_EQ(id_of("v4r2"), 698983191U);
  EXPECT_EQ(id_of("v5beta"), 0U);
  EXPECT_EQ(id_of("v5r1"), 2147483645U);  // on testnet
}

// IDs of other wallets with the same key are possible on either network.
TEST(WalletCode, InfersNetworkOnlyForFirstWallet) {
  const WalletCode& v5r1 =
      *std::find_if(WalletCodes().begin(), WalletCodes().end(),
                    [](const WalletCode& code) { return code.name == "v5r1"; });
  const auto may = [&](std::uint32_t id, std::int32_t workchain, std::int32_t network) {
    return MayBeOfNetwork(v5r1, {.public_key = {}, .wallet_id = id, .network = std::nullopt},
                          workchain, network);
  };
  EXPECT_TRUE(may(0x7fffff11, 0, kMainnet));
  EXPECT_FALSE(may(0x7fffff11, 0, kTestnet));
  EXPECT_TRUE(may(0x7ffffffd, 0, kTestnet));
  EXPECT_FALSE(may(0x7ffffffd, 0, kMainnet));
  EXPECT_TRUE(may(0x7fffff10, 0, kTestnet));
  // In the masterchain the first wallet has another ID.
  EXPECT_TRUE(may(0x7ffffffd, -1, kMainnet));
  EXPECT_FALSE(may(0xff800000U ^ static_cast<std::uint32_t>(kTestnet), -1, kMainnet));
}

TEST(WalletCode, RejectsMalformedData) {
  const WalletCode& v4r2 =
      *std::find_if(WalletCodes().begin(), WalletCodes().end(),
                    [](const WalletCode& code) { return code.name == "v4r2"; });
  const std::vector<unsigned char> bytes(41, 0x40);
  Cell cell{.data = bytes, .bits = 321};
  EXPECT_TRUE(ReadWalletData(v4r2, cell));
  cell.reference_count = 1;  // without a dictionary a reference is not allowed
  EXPECT_FALSE(ReadWalletData(v4r2, cell));
  cell.reference_count = 0;
  cell.bits = 320;
  EXPECT_FALSE(ReadWalletData(v4r2, cell));
  cell.bits = 322;
  EXPECT_FALSE(ReadWalletData(v4r2, cell));
  cell.bits = 321;
  cell.type = CellType::kLibrary;
  EXPECT_FALSE(ReadWalletData(v4r2, cell));
}

TEST(WalletCode, IgnoresUnknownContract) { EXPECT_EQ(FindWalletCode(Hash{}), nullptr); }

}  // namespace
}  // namespace prichal::signin::ton
