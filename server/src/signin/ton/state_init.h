#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "signin/ton/address.h"
#include "signin/ton/boc.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {

/// Initial code and data of an account (`StateInit` of the TL-B schema block.tlb). The hash of its
/// cell is the account's address. Points into the bag that it was parsed from, which must outlive
/// it.
struct StateInit {
  const Cell* code = nullptr;
  const Cell* data = nullptr;
};

/// Why a bag of cells is not a valid state init.
enum class StateInitError {
  kRoots,      ///< more than one root
  kNoPlain,    ///< the root is exotic, or a cell below it is pruned
  kTruncated,  ///< bits or references are missing
  kLeftover,   ///< unexpected bits or references after the end
  kNoCode,
  kNoData,
};

/// Describes the error for logs and responses, such as "it has no code".
[[nodiscard]] std::string_view Words(StateInitError error);

/// Parses split_depth, special, code, data and library; only code and data are kept. Any thread.
[[nodiscard]] Result<StateInit, StateInitError> ParseStateInit(const Boc& boc);

/// An Ed25519 public key (RFC 8032).
using PublicKey = std::array<unsigned char, 32>;

/// Global IDs of the main and test network.
constexpr std::int32_t kMainnet = -239;
constexpr std::int32_t kTestnet = -3;

/// A wallet contract: its code and the layout of its data cell.
struct WalletCode {
  std::string_view name;      ///< "v4r2"
  Hash code_hash{};           ///< hash of the code's root cell
  std::uint16_t key_bit = 0;  ///< offset of the public key
  std::uint16_t id_bits = 0;  ///< length of the wallet ID just before the key: 0, 32 or 80
  std::uint8_t has_dictionary =
      0;  ///< 1 if the last bit says that a dictionary's reference follows
  /// The account can change its key, so the initial data prove only the first key.
  bool key_rotates = false;

  /// Total bits of the data cell.
  [[nodiscard]] std::size_t data_bits() const { return key_bit + 256U + has_dictionary; }
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

/// Creates the request body for the current key of an account: `POST <api>/runGetMethod` with the
/// method `get_public_key`. The body is the same for toncenter's API v2 and v3. Any thread.
[[nodiscard]] std::string KeyQuestion(const Address& address);

/// Result of `get_public_key`.
struct AccountKey {
  enum class Kind {
    /// The account returned its key.
    kTold,
    kNotDeployed,  ///< no contract yet, so the key in the state init is still valid
    kUntold,       ///< the contract has no such method
  };
  Kind kind = Kind::kUntold;
  PublicKey key{};  ///< only with kTold; zero otherwise
};

/// Parses the response of API v2 or v3. The error is one line; it means that the response is
/// invalid. Any thread.
[[nodiscard]] Result<AccountKey, std::string> ReadKeyAnswer(std::string_view answer);

}  // namespace prichal::signin::ton
