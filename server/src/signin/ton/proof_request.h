#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::signin::ton {

/// Rules that a proof can violate, in the order in which they are checked.
enum class ProofRule {
  kRequest,        ///< the request is JSON with all required members
  kSupported,      ///< the wallet sent a proof, not an error
  kDomainLength,   ///< lengthBytes is the length of value
  kDomain,         ///< the domain is allowed
  kPayload,        ///< the payload was issued by this server
  kAge,            ///< the proof is not too old
  kFuture,         ///< the proof is not in the future
  kNetwork,        ///< the network is allowed
  kAddress,        ///< the address is valid and in a workchain for wallets
  kSignatureForm,  ///< base64 of 64 bytes
  kStateInitSize,  ///< the state init has at most kMostStateInit bytes
  kBoc,            ///< the state init is a base64 bag of cells with one root
  kStateInit,      ///< the cells are a state init with data that its code expects
  kAddressMatch,   ///< the hash of the state init is the address
  kWalletCode,     ///< the code belongs to a known wallet
  kKeyProvable,    ///< the state init proves the key, or the chain was queried
  kPublicKey,      ///< the request's public key is the same
  kNetworkMatch,   ///< the wallet belongs to the named network
  kWeakKey,        ///< the key is not of small order
  kSignature,
};

/// Stable code of the rule, such as "domain_not_allowed".
[[nodiscard]] std::string_view CodeOf(ProofRule rule);

/// The violated rule, with a message that names the value, the reason and the fix.
struct ProofFault {
  ProofRule rule;
  std::string words;
};

/// A wallet's response as a page posts it. Untrusted.
struct ProofRequest {
  std::string address;  ///< raw or friendly form
  std::int32_t network = 0;
  std::optional<std::string> public_key;  ///< hex; empty if absent
  std::optional<std::string> state_init;  ///< base64; a deployed wallet can omit it
  std::uint64_t timestamp = 0;            ///< Unix seconds
  std::uint64_t domain_length = 0;        ///< as the wallet declared it
  std::string domain;
  std::string payload;
  std::string signature;  ///< base64
};

/// Parses the JSON of either form that pages send: {"account":{"address","chain","publicKey",
/// "walletStateInit"},"proof":{"timestamp","domain":{"lengthBytes","value"},"payload","signature"}}
/// or {"address","network","public_key","proof":{…,"state_init"}}. Instead of the proof it accepts
/// the wallet's whole reply item, {"name":"ton_proof","proof":{…}} or {…,"error":{…}}. The
/// timestamp is a number or a string of digits. Unknown members are ignored. Any thread.
[[nodiscard]] Result<ProofRequest, ProofFault> ParseProofRequest(std::string_view json);
/// The same for JSON that has been parsed.
[[nodiscard]] Result<ProofRequest, ProofFault> ParseProofRequest(const boost::json::object& body);

}  // namespace prichal::signin::ton
