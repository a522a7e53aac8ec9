#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::ton {

/// The rules that a proof may break, in the order in which they are looked at.
enum class ProofRule {
  kRequest,        ///< JSON, with all that is needed
  kSupported,      ///< the wallet gave a proof, not an error in its place
  kDomainLength,   ///< lengthBytes is the length of value
  kDomain,         ///< it is one of ours
  kPayload,        ///< it is one that we gave out
  kAge,            ///< it is not too old
  kFuture,         ///< nor from a time to come
  kNetwork,        ///< it is one that we take
  kAddress,        ///< it is one, of a workchain that wallets are in
  kSignatureForm,  ///< base64 of 64 bytes
  kStateInitSize,  ///< within kMostStateInit
  kBoc,            ///< base64 of a bag of cells with one root
  kStateInit,      ///< a state init, with data as its code expects them
  kAddressMatch,   ///< the state init's hash is the address's
  kWalletCode,     ///< the code is a wallet's that we know
  kKeyProvable,    ///< its state init proves its key, or the account was asked
  kPublicKey,      ///< the key beside it is the same
  kNetworkMatch,   ///< the wallet is of the network that is named
  kWeakKey,        ///< somebody in particular has the key
  kSignature,
};

/// Stable, of the kind "domain_not_allowed".
[[nodiscard]] std::string_view CodeOf(ProofRule rule);

/// Which rule was broken, and in words: the value, the reason, the way out.
struct ProofFault {
  ProofRule rule;
  std::string words;
};

/// What a page posts of a wallet's answer, as it came; nothing of it is believed.
struct ProofRequest {
  std::string address;  ///< raw or friendly
  std::int32_t network = 0;
  std::optional<std::string> public_key;  ///< hex
  std::optional<std::string> state_init;  ///< base64; a wallet that is deployed may leave it out
  std::uint64_t timestamp = 0;            ///< Unix seconds
  std::uint64_t domain_length = 0;        ///< as it is said
  std::string domain;
  std::string payload;
  std::string signature;  ///< base64
};

/// Reads the JSON of either form that pages send, {"account":{"address","chain","publicKey",
/// "walletStateInit"},"proof":{"timestamp","domain":{"lengthBytes","value"},"payload","signature"}}
/// or {"address","network","public_key","proof":{…,"state_init"}}. In the place of the proof may
/// stand the wallet's whole reply item, {"name":"ton_proof","proof":{…}} or {…,"error":{…}}. The
/// timestamp is a number, or digits in a string. What else stands there is passed over.
[[nodiscard]] Result<ProofRequest, ProofFault> ParseProofRequest(std::string_view json);

}  // namespace prichal::ton
