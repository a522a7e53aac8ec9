#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "signin/ton/cell.h"

namespace prichal::ton {

/// An Ed25519 public key (RFC 8032).
using PublicKey = std::array<unsigned char, 32>;

/// Global IDs of the main and test network.
constexpr std::int32_t kMainnet = -239;
constexpr std::int32_t kTestnet = -3;

/// Wallet contracts whose data layout is known.
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
  kTelegram,  ///< Telegram's wallet: github.com/ton-blockchain/tg-wallet-contract
};

/// A wallet contract: its code and the layout of its data cell.
struct WalletCode {
  WalletVersion version;
  std::string_view name;        ///< "v4r2"
  Hash code_hash;               ///< hash of the code's root cell
  std::uint16_t data_bits;      ///< total bits of the data cell
  std::uint16_t key_bit;        ///< offset of the public key
  std::uint16_t id_bits;        ///< length of the wallet ID just before the key: 0, 32 or 80
  std::uint8_t has_dictionary;  ///< 1 if the last bit says that a reference to a dictionary follows
  /// The account can change its key, so the initial data prove only the first key.
  bool key_rotates = false;
};

/// Returns all known wallet contracts, oldest first.
[[nodiscard]] std::span<const WalletCode> WalletCodes();

/// Null if the code is unknown; then the position of the key is unknown too.
[[nodiscard]] const WalletCode* FindWalletCode(const Hash& code_hash);

/// Initial data of a wallet.
struct WalletData {
  PublicKey public_key{};
  /// Distinguishes wallets with the same key, as stored. For v3 and v4 the subwallet ID, for v5r1
  /// the ID (which contains the network), for v5 beta the last 32 bits of the ID. Empty for v1 and
  /// v2.
  std::optional<std::uint32_t> wallet_id;
  std::optional<std::int32_t> network;  ///< only v5 beta stores it
};

/// Parses the data cell of a wallet. Empty if `data` does not match the layout of `code`: an exotic
/// cell, other length, other number of references.
[[nodiscard]] std::optional<WalletData> ReadWalletData(const WalletCode& code, const Cell& data);

/// Returns true if the wallet's ID is consistent with `network`. Only IDs of v5 and of Telegram's
/// wallets depend on a network. The ID of v5r1 is a context XORed with the network's ID, so any ID
/// is possible on any network. It is rejected only if it is the first wallet (version 0, subwallet
/// 0) of the other network and not of this one. Telegram's wallets have one ID per network. On
/// networks other than mainnet and testnet all IDs are accepted, because the signature names the
/// network.
[[nodiscard]] bool MayBeOfNetwork(const WalletCode& code, const WalletData& data,
                                  std::int32_t workchain, std::int32_t network);

}  // namespace prichal::ton
