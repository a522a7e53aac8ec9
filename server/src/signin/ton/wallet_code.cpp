#include "signin/ton/wallet_code.h"

#include <algorithm>
#include <array>

#include "base/hex.h"
#include "signin/ton/bit_reader.h"

namespace prichal::ton {
namespace {

constexpr std::uint16_t kIdBits = 32;
constexpr std::uint16_t kBetaIdBits = 80;

constexpr Hash HashFromHex(std::string_view hex) {
  Hash hash{};
  for (std::size_t i = 0; i < hash.size(); ++i) {
    hash[i] = static_cast<unsigned char>(HexValue(hex[2 * i]) * 16 + HexValue(hex[2 * i + 1]));
  }
  return hash;
}

// Code hashes of the wallet contracts in @ton/ton 16.3.0; v4r1 and Telegram's wallet, which it
// lacks, come from public sources that agree. ton.vectors.json has a state init of each. The code
// of v5 beta is a library cell, and the hash is of that cell.
constexpr std::array kCodes = {
    WalletCode{WalletVersion::kV1R1, "v1r1",
               HashFromHex("a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c"), 288,
               32, 0, 0},
    WalletCode{WalletVersion::kV1R2, "v1r2",
               HashFromHex("d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c"), 288,
               32, 0, 0},
    WalletCode{WalletVersion::kV1R3, "v1r3",
               HashFromHex("587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff"), 288,
               32, 0, 0},
    WalletCode{WalletVersion::kV2R1, "v2r1",
               HashFromHex("5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329"), 288,
               32, 0, 0},
    WalletCode{WalletVersion::kV2R2, "v2r2",
               HashFromHex("fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1"), 288,
               32, 0, 0},
    WalletCode{WalletVersion::kV3R1, "v3r1",
               HashFromHex("b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581"), 320,
               64, kIdBits, 0},
    WalletCode{WalletVersion::kV3R2, "v3r2",
               HashFromHex("84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599"), 320,
               64, kIdBits, 0},
    WalletCode{WalletVersion::kV4R1, "v4r1",
               HashFromHex("64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d"), 321,
               64, kIdBits, 1},
    WalletCode{WalletVersion::kV4R2, "v4r2",
               HashFromHex("feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0"), 321,
               64, kIdBits, 1},
    WalletCode{WalletVersion::kV5Beta, "v5beta",
               HashFromHex("f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93"), 370,
               113, kBetaIdBits, 1},
    WalletCode{WalletVersion::kV5R1, "v5r1",
               HashFromHex("20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f"), 322,
               65, kIdBits, 1},
    // The code is one cell that jumps to the code in network configuration parameter -123. The data
    // begin with a revision (8 bits) and the seqno.
    WalletCode{WalletVersion::kTelegram, "telegram",
               HashFromHex("9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768"), 328,
               72, kIdBits, 0, true},
};

/// ID of a user's first wallet in v5r1: a one bit, the workchain, version 0 and subwallet 0, XORed
/// with the network.
std::uint32_t FirstIdOfV5(std::int32_t workchain, std::int32_t network) {
  const std::uint32_t context = 1U << 31U | (static_cast<std::uint32_t>(workchain) & 0xffU) << 23U;
  return context ^ static_cast<std::uint32_t>(network);
}

/// IDs of Telegram's wallets: 0x7fff7f11 on mainnet, 0x7fff7ffd on testnet.
std::uint32_t IdOfTelegram(std::int32_t network) {
  return 0x7fff'7f00U | (static_cast<std::uint32_t>(network) & 0xffU);
}

/// The only known revision of the data.
constexpr std::uint32_t kTelegramRevision = 0;

}  // namespace

std::span<const WalletCode> WalletCodes() { return kCodes; }

const WalletCode* FindWalletCode(const Hash& code_hash) {
  const auto* found = std::find_if(kCodes.begin(), kCodes.end(), [&](const WalletCode& code) {
    return code.code_hash == code_hash;
  });
  return found == kCodes.end() ? nullptr : found;
}

std::optional<WalletData> ReadWalletData(const WalletCode& code, const Cell& data) {
  if (data.type != CellType::kOrdinary || data.bits != code.data_bits) return std::nullopt;
  BitReader bits(data);
  WalletData read;
  std::size_t before_id = code.key_bit - code.id_bits;
  if (code.version == WalletVersion::kTelegram) {
    if (*bits.Number(8) != kTelegramRevision) return std::nullopt;
    before_id -= 8;
  }
  bits.Skip(before_id);
  if (code.id_bits == kBetaIdBits) {
    read.network = static_cast<std::int32_t>(*bits.Number(32));
    bits.Skip(16);  // workchain and version
  }
  if (code.id_bits != 0) read.wallet_id = static_cast<std::uint32_t>(*bits.Number(32));
  read.public_key = *bits.Bytes32();
  const std::size_t references = code.has_dictionary != 0 ? *bits.Number(1) : 0;
  if (data.reference_count != references) return std::nullopt;
  return read;
}

bool MayBeOfNetwork(const WalletCode& code, const WalletData& data, std::int32_t workchain,
                    std::int32_t network) {
  if (network != kMainnet && network != kTestnet) return true;
  if (data.network) return *data.network == network;
  const std::int32_t elsewhere = network == kMainnet ? kTestnet : kMainnet;
  if (code.version == WalletVersion::kTelegram) return data.wallet_id != IdOfTelegram(elsewhere);
  if (code.version != WalletVersion::kV5R1) return true;
  return data.wallet_id != FirstIdOfV5(workchain, elsewhere) ||
         data.wallet_id == FirstIdOfV5(workchain, network);
}

}  // namespace prichal::ton
