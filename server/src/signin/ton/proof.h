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
#include "signin/ton/address.h"
#include "signin/ton/proof_request.h"
#include "signin/ton/signature.h"
#include "signin/ton/state_init.h"

namespace prichal::signin::ton {

/// Requirements of the verifier. The defaults reject every proof; set all members. Spans must
/// outlive the check.
struct ProofRules {
  /// Domains of this app as browsers send them: lower case, with the port if it is not the default.
  /// The proof's domain must be byte-identical to one of them.
  std::span<const std::string> domains;
  /// Global IDs of the accepted networks, such as kMainnet.
  std::span<const std::int32_t> networks;
  /// Returns true if this server issued the payload to the current user and it has not expired.
  /// Must compare secrets in constant time. Use PayloadIs() for a known payload.
  std::function<bool(std::string_view)> payload;
  std::chrono::seconds max_age{0};  ///< maximum age of a proof
  /// Maximum time a proof can be in the future, because clocks differ.
  std::chrono::seconds max_ahead{0};
  /// Accepts the initial key of a wallet that can change its key, although the account may have
  /// another key by now.
  bool first_keys = false;
};

/// Returns a `payload` rule that accepts only `expected`, compared in constant time.
[[nodiscard]] std::function<bool(std::string_view)> PayloadIs(std::string expected);

/// The proven owner: wallet, network and key.
struct ProvenWallet {
  Address address;
  std::int32_t network = 0;
  PublicKey public_key{};
  std::string_view version = "unknown";    ///< such as "v4r2"
  std::optional<std::uint32_t> wallet_id;  ///< empty if the version has no wallet ID
  std::uint64_t timestamp = 0;             ///< Unix seconds, from the wallet's clock
};

/// A proof that passed all checks except the signature.
class UnverifiedProof {
 public:
  UnverifiedProof(const ProvenWallet& wallet, const SignedBytes& message,
                  const Signature& signature)
      : wallet_(wallet), message_(message), signature_(signature) {}

  /// Checks the signature, which takes most of the time of a proof check (tens of microseconds).
  [[nodiscard]] Result<ProvenWallet, ProofFault> Verify() const;

 private:
  ProvenWallet wallet_;
  SignedBytes message_;
  Signature signature_;
};

/// Checks all of a ton_proof (TON Connect, requests-responses.md, "Address proof signature") except
/// the signature. Order: domain, payload, time, network, address, signature format, state init,
/// hash of the state init against the address, wallet code, key. The key comes from the state init,
/// never from the caller: the request's `public_key` is only compared with it. Any thread.
///
/// `now`: Unix time. `chain_key`: result of the account's get_public_key. It is required for
/// unknown code and for an account without a state init. It replaces the state init's key if the
/// wallet's key rotates; otherwise both must be equal.
///
/// Mark a single-use payload as used after this function and before Verify(), so that no two
/// requests with the same payload reach the signature check.
[[nodiscard]] Result<UnverifiedProof, ProofFault> ExamineProof(
    const ProofRequest& request, const ProofRules& rules, std::chrono::seconds now,
    const std::optional<PublicKey>& chain_key = std::nullopt);

/// Calls ExamineProof() and Verify(), for a payload that can be reused or is already marked as
/// used.
[[nodiscard]] Result<ProvenWallet, ProofFault> CheckProof(
    const ProofRequest& request, const ProofRules& rules, std::chrono::seconds now,
    const std::optional<PublicKey>& chain_key = std::nullopt);

/// Returns the hash that a wallet signs: address, domain, timestamp and payload.
[[nodiscard]] Hash ProofHash(const Address& address, std::string_view domain,
                             std::uint64_t timestamp, std::string_view payload);

}  // namespace prichal::signin::ton
