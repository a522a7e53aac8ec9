#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ton/address.h"
#include "ton/proof_request.h"
#include "ton/signature.h"
#include "ton/wallet_code.h"

namespace prichal::ton {

/// What a verifier asks of a proof. What is not set refuses all: nothing is taken by default.
struct ProofRules {
  /// Ours, as browsers write a host: lower case, with the port if it has one. One of them has to be
  /// the proof's, byte by byte.
  std::span<const std::string> domains;
  /// Global ids; kMainnet for one.
  std::span<const std::int32_t> networks;
  /// Whether a payload is one that we gave to who now asks, and is not too old. What it compares a
  /// secret with, it compares in constant time. PayloadIs() for one that is known.
  std::function<bool(std::string_view)> payload;
  std::chrono::seconds max_age{0};    ///< a proof may be older than now by this
  std::chrono::seconds max_ahead{0};  ///< and ahead of now by this: clocks differ
  /// Takes the first key of a wallet that can change its key, although the
  /// account may have another by now.
  bool first_keys = false;
};

/// A rule of a payload that is known whole; in constant time.
[[nodiscard]] std::function<bool(std::string_view)> PayloadIs(std::string expected);

/// Whose wallet it is, of which network.
struct ProvenWallet {
  Address address;
  std::int32_t network = 0;
  PublicKey public_key{};
  std::optional<WalletVersion> version;    ///< of the code, where it is known
  std::optional<std::uint32_t> wallet_id;  ///< where that version has one
  std::uint64_t timestamp = 0;             ///< Unix seconds by the wallet's clock
};

/// A proof for which all holds but the signature, which nobody has looked at.
class UnverifiedProof {
 public:
  UnverifiedProof(const ProvenWallet& wallet, const SignedBytes& message,
                  const Signature& signature)
      : wallet_(wallet), message_(message), signature_(signature) {}

  /// Takes nearly all the time of a check.
  [[nodiscard]] Result<ProvenWallet, ProofFault> Verify() const;

 private:
  ProvenWallet wallet_;
  SignedBytes message_;
  Signature signature_;
};

/// Checks a ton_proof (TON Connect, requests-responses.md, “Address proof signature”), all of it
/// but the signature, in this order: domain, payload, time, network, address, form of signature and
/// state init, the state init's hash against the address, its code and key, the key. The key is the
/// state init's, never the caller's: `public_key` of the request is only compared with it.
///
/// `now`: Unix time. `chain_key`: what the account's get_public_key gave to us, for a code that is
/// unknown, for one whose key rotates, and for an account without a state init; must be the state
/// init's where both are there and the key does not rotate.
///
/// A single-use payload is marked as used between this and Verify(), so that no two requests come
/// to a signature with the same one.
[[nodiscard]] Result<UnverifiedProof, ProofFault> ExamineProof(
    const ProofRequest& request, const ProofRules& rules, std::chrono::seconds now,
    const std::optional<PublicKey>& chain_key = std::nullopt);

/// Both at once, for a payload that may be used again or was marked before.
[[nodiscard]] Result<ProvenWallet, ProofFault> CheckProof(
    const ProofRequest& request, const ProofRules& rules, std::chrono::seconds now,
    const std::optional<PublicKey>& chain_key = std::nullopt);

/// The hash of what a wallet signs: domain, time and payload, for its address.
[[nodiscard]] Hash ProofHash(const Address& address, std::string_view domain,
                             std::uint64_t timestamp, std::string_view payload);

}  // namespace prichal::ton
