#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ton/cell.h"

namespace prichal::ton {

/// Ed25519 (RFC 8032).
using PublicKey = std::array<unsigned char, 32>;

/// Networks that wallets on the chain itself are of, by their global id.
constexpr std::int32_t kMainnet = -239;
constexpr std::int32_t kTestnet = -3;

/// The wallet contracts whose data are known.
enum class WalletVersion : std::uint8_t {
  kV1R1,
  kV1R2,
  kV1R3,
  kV2R1,
  kV2R2,
  kV3R1,
  kV3R2,
  kV4R1,
  kV4R2,
  kV5Beta,
  kV5R1,
  kTelegram,  ///< Telegram's own: github.com/ton-blockchain/tg-wallet-contract
};

/// One of them: which code it is, and where its data has what.
struct WalletCode {
  WalletVersion version;
  std::string_view name;        ///< "v4r2"
  Hash code_hash;               ///< of the root cell of its code
  std::uint16_t data_bits;      ///< of its data cell, all of them
  std::uint16_t key_bit;        ///< where the public key begins in it
  std::uint16_t id_bits;        ///< of the wallet id right in front of the key: 0, 32 or 80
  std::uint8_t has_dictionary;  ///< 1: the last bit says whether a reference to one follows
  /// The account can change its key, so its first data say whose it was and not whose it is.
  bool key_rotates = false;
};

/// All of them, the oldest first.
[[nodiscard]] std::span<const WalletCode> WalletCodes();

/// Null: unknown, so where its key lies is unknown.
[[nodiscard]] const WalletCode* FindWalletCode(const Hash& code_hash);

/// What a wallet's first data say.
struct WalletData {
  PublicKey public_key{};
  /// What tells several wallets of one key apart, as it is stored: the subwallet of v3 and v4, the
  /// number of v5r1 that its network is mixed into, the last 32 bits of v5 beta's id. v1 and v2
  /// have none.
  std::optional<std::uint32_t> wallet_id;
  std::optional<std::int32_t> network;  ///< of v5 beta, whose id has it
};

/// Nothing when `data` is not built as `code` expects: an exotic cell, other bits, another number
/// of references.
[[nodiscard]] std::optional<WalletData> ReadWalletData(const WalletCode& code, const Cell& data);

/// True where the wallet's id does not contradict this network: only ids of v5 and of Telegram's
/// wallets name one. The id of v5r1 is a context with the network's number mixed in (XOR), so that
/// any id may be of any network; it is taken for another's when it is the first wallet's there
/// (version 0, subwallet 0) and not here. Telegram's wallets have an id for each of the two
/// networks. Of others than main and test network, which are named in what is signed, all may be.
[[nodiscard]] bool MayBeOfNetwork(const WalletCode& code, const WalletData& data,
                                  std::int32_t workchain, std::int32_t network);

}  // namespace prichal::ton
