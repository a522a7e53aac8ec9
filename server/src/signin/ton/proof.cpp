#include "signin/ton/proof.h"

#include <fmt/format.h>
#include <sodium/utils.h>

#include <algorithm>
#include <vector>

#include "base/bytes.h"
#include "base/encoding.h"
#include "signin/ton/address.h"
#include "signin/ton/boc.h"
#include "signin/ton/signature.h"
#include "signin/ton/state_init.h"

namespace prichal::signin::ton {
namespace {

// State inits of wallets have 0.2 to 0.8 kB and at most 22 cells.
constexpr std::size_t kMostStateInit = 8 * 1024;
constexpr std::size_t kMostCells = 1024;
// Limits of the signed texts. An SDK requests at most 128 bytes of each.
constexpr std::size_t kMostDomain = 253;
constexpr std::size_t kMostPayload = 512;

constexpr std::string_view kProofPrefix = "ton-proof-item-v2/";
constexpr std::string_view kOuterPrefix = "\xff\xffton-connect";

/// The first violated rule; empty if there is none.
using Broken = std::optional<ProofFault>;

ProofFault Break(ProofRule rule, std::string words) {
  return {.rule = rule, .words = std::move(words)};
}

/// Appends the lowest `count` bytes of `number`, the lowest one first.
void AppendNumber(std::string& bytes, std::uint64_t number, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xffU);
}

Broken CheckDomain(const ProofRequest& request, const ProofRules& rules) {
  // Otherwise the signed bytes could be split differently: a long domain that the wallet showed
  // would be parsed as a short domain followed by a time and a payload.
  if (request.domain_length != request.domain.size()) {
    return Break(ProofRule::kDomainLength,
                 fmt::format("domain.lengthBytes is {}, but domain.value has {} bytes",
                             request.domain_length, request.domain.size()));
  }
  const bool is_expected =
      std::find(rules.domains.begin(), rules.domains.end(), request.domain) != rules.domains.end();
  if (!is_expected || request.domain.empty() || request.domain.size() > kMostDomain) {
    return Break(ProofRule::kDomain,
                 fmt::format("the proof is for another domain (\"{:.64}\"); serve the wallet's "
                             "manifest from the domain of this site, or set auth.ton_domains",
                             request.domain));
  }
  return std::nullopt;
}

Broken CheckPayload(const ProofRequest& request, const ProofRules& rules) {
  if (request.payload.size() > kMostPayload || !rules.payload || !rules.payload(request.payload)) {
    return Break(
        ProofRule::kPayload,
        "the payload is unknown or expired: request a new challenge and connect the wallet again");
  }
  return std::nullopt;
}

Broken CheckTime(const ProofRequest& request, const ProofRules& rules, std::chrono::seconds now) {
  // The timestamp can be any 64-bit number, so compare as unsigned numbers.
  const auto at = [](std::chrono::seconds moment) {
    return moment.count() < 0 ? 0U : static_cast<std::uint64_t>(moment.count());
  };
  if (request.timestamp < at(now - rules.max_age)) {
    return Break(
        ProofRule::kAge,
        fmt::format("the proof has expired: its time is {}, more than {} s before now ({})",
                    request.timestamp, rules.max_age.count(), now.count()));
  }
  if (request.timestamp > at(now + rules.max_ahead)) {
    return Break(ProofRule::kFuture,
                 fmt::format("the proof is in the future: its time is {}, more than {} s after now "
                             "({}); check the clocks of the wallet and the server",
                             request.timestamp, rules.max_ahead.count(), now.count()));
  }
  return std::nullopt;
}

Broken CheckNetwork(const ProofRequest& request, const ProofRules& rules) {
  if (std::find(rules.networks.begin(), rules.networks.end(), request.network) ==
      rules.networks.end()) {
    return Break(ProofRule::kNetwork, fmt::format("network {} is not accepted", request.network));
  }
  return std::nullopt;
}

Result<ParsedAddress, ProofFault> FindAddress(const ProofRequest& request) {
  auto parsed = ParseAddress(request.address);
  if (!parsed) {
    return Fail(Break(ProofRule::kAddress, fmt::format("\"{:.80}\" is not an address: {}",
                                                       request.address, Words(parsed.error()))));
  }
  if (parsed->address.workchain != 0 && parsed->address.workchain != -1) {
    return Fail(
        Break(ProofRule::kAddress,
              fmt::format("\"{:.80}\" is in a workchain without wallets", request.address)));
  }
  return *parsed;
}

Result<std::vector<unsigned char>, ProofFault> Decode(std::string_view base64) {
  if (base64.size() > (kMostStateInit + 2) / 3 * 4) {
    return Fail(Break(ProofRule::kStateInitSize,
                      fmt::format("the state init has {} characters, which is more than {} bytes",
                                  base64.size(), kMostStateInit)));
  }
  auto bytes = DecodeBase64(base64);
  if (!bytes) {
    return Fail(Break(ProofRule::kBoc, "the state init is not standard base64"));
  }
  return *std::move(bytes);
}

/// The key of the account, and the wallet's data if its code is known.
struct Owner {
  PublicKey public_key{};
  const WalletCode* code = nullptr;
  WalletData data;
};

/// Returns the key of the account, from the state init whose hash matches the address, or from the
/// chain.
Result<Owner, ProofFault> FindOwner(const ProofRequest& request, const ProofRules& rules,
                                    const Address& address,
                                    const std::optional<PublicKey>& chain_key) {
  if (!request.state_init) {
    if (chain_key) return Owner{.public_key = *chain_key, .code = nullptr, .data = {}};
    return Fail(Break(ProofRule::kStateInit,
                      "missing state init, which is needed to find the account's public key"));
  }
  const auto bytes = Decode(*request.state_init);
  if (!bytes) return Fail(bytes.error());
  const auto boc = ReadBoc(*bytes, {.bytes = kMostStateInit, .cells = kMostCells, .roots = 1});
  if (!boc) {
    const bool large = boc.error() == BocError::kTooLarge;
    return Fail(
        Break(large ? ProofRule::kStateInitSize : ProofRule::kBoc,
              fmt::format("the state init is not a valid bag of cells: {}", Words(boc.error()))));
  }
  const auto state_init = ParseStateInit(*boc);
  if (!state_init) {
    return Fail(Break(ProofRule::kStateInit,
                      fmt::format("invalid state init: {}", Words(state_init.error()))));
  }
  if (boc->root().hash != address.hash) {
    return Fail(Break(ProofRule::kAddressMatch,
                      fmt::format("the state init belongs to the account {}, not to {}",
                                  ToRaw({address.workchain, boc->root().hash}), ToRaw(address))));
  }
  const WalletCode* const code = FindWalletCode(state_init->code->hash);
  if (code == nullptr) {
    if (chain_key) return Owner{.public_key = *chain_key, .code = nullptr, .data = {}};
    return Fail(Break(ProofRule::kWalletCode, fmt::format("unknown wallet code with the hash {}",
                                                          HexEncode(state_init->code->hash))));
  }
  const auto data = ReadWalletData(*code, *state_init->data);
  if (!data) {
    return Fail(Break(ProofRule::kStateInit,
                      fmt::format("the state init's data does not match a {}", code->name)));
  }
  if (code->key_rotates) {
    if (!chain_key && !rules.first_keys) {
      return Fail(Break(ProofRule::kKeyProvable,
                        "this wallet can change its key, so the state init does not prove it. Set "
                        "auth.ton_api, so that the server can query the account's key"));
    }
    return Owner{.public_key = chain_key.value_or(data->public_key), .code = code, .data = *data};
  }
  if (chain_key && *chain_key != data->public_key) {
    return Fail(Break(ProofRule::kPublicKey,
                      "the account's public key differs from the one in its state init"));
  }
  return Owner{.public_key = data->public_key, .code = code, .data = *data};
}

Broken CheckOwner(const ProofRequest& request, const ParsedAddress& parsed, const Owner& owner) {
  if (request.public_key) {
    std::string claimed = *request.public_key;
    for (char& c : claimed) c = c >= 'A' && c <= 'F' ? static_cast<char>(c | 0x20) : c;
    if (claimed != HexEncode(owner.public_key)) {
      return Break(
          ProofRule::kPublicKey,
          fmt::format("the public key \"{:.80}\" is not the account's", *request.public_key));
    }
  }
  if (parsed.tag.test_only && request.network == kMainnet) {
    return Break(ProofRule::kNetworkMatch,
                 fmt::format("\"{:.80}\" is marked for test networks, but the network is {}",
                             request.address, request.network));
  }
  if (owner.code != nullptr &&
      !MayBeOfNetwork(*owner.code, owner.data, parsed.address.workchain, request.network)) {
    return Break(ProofRule::kNetworkMatch,
                 fmt::format("the wallet ID belongs to another network than {}", request.network));
  }
  if (IsWeakKey(owner.public_key)) {
    return Break(ProofRule::kWeakKey, "the account's public key is weak: any user can sign for it");
  }
  return std::nullopt;
}

}  // namespace

std::function<bool(std::string_view)> PayloadIs(std::string expected) {
  return [expected = std::move(expected)](std::string_view payload) {
    return payload.size() == expected.size() && !expected.empty() &&
           sodium_memcmp(payload.data(), expected.data(), expected.size()) == 0;
  };
}

Hash ProofHash(const Address& address, std::string_view domain, std::uint64_t timestamp,
               std::string_view payload) {
  std::string inner(kProofPrefix);
  AppendNumber(inner, __builtin_bswap32(static_cast<std::uint32_t>(address.workchain)), 4);
  inner.append(address.hash.begin(), address.hash.end());
  AppendNumber(inner, domain.size(), 4);
  inner.append(domain);
  AppendNumber(inner, timestamp, 8);
  inner.append(payload);
  const Hash hash = Sha256(BytesOf(inner));
  std::string outer(kOuterPrefix);
  return Sha256(BytesOf(outer.append(hash.begin(), hash.end())));
}

Result<UnverifiedProof, ProofFault> ExamineProof(const ProofRequest& request,
                                                 const ProofRules& rules, std::chrono::seconds now,
                                                 const std::optional<PublicKey>& chain_key) {
  if (auto broken = CheckDomain(request, rules)) return Fail(*std::move(broken));
  if (auto broken = CheckPayload(request, rules)) return Fail(*std::move(broken));
  if (auto broken = CheckTime(request, rules, now)) return Fail(*std::move(broken));
  if (auto broken = CheckNetwork(request, rules)) return Fail(*std::move(broken));
  const auto parsed = FindAddress(request);
  if (!parsed) return Fail(parsed.error());
  const Address& address = parsed->address;
  const auto signature = ParseSignature(request.signature);
  if (!signature) {
    return Fail(
        Break(ProofRule::kSignatureForm, "the signature is not 64 bytes in standard base64"));
  }
  const auto owner = FindOwner(request, rules, address, chain_key);
  if (!owner) return Fail(owner.error());
  if (auto broken = CheckOwner(request, *parsed, *owner)) return Fail(*std::move(broken));

  ProvenWallet wallet{.address = address,
                      .network = request.network,
                      .public_key = owner->public_key,
                      .wallet_id = owner->data.wallet_id,
                      .timestamp = request.timestamp};
  if (owner->code != nullptr) wallet.version = owner->code->name;
  const Hash message = ProofHash(address, request.domain, request.timestamp, request.payload);
  return UnverifiedProof(wallet, SignedBytes(message, request.network), *signature);
}

Result<ProvenWallet, ProofFault> UnverifiedProof::Verify() const {
  if (!IsSignedBy(wallet_.public_key, message_, signature_)) {
    return Fail(Break(
        ProofRule::kSignature,
        "the signature does not match the account's key, the domain, the time and the payload"));
  }
  return wallet_;
}

Result<ProvenWallet, ProofFault> CheckProof(const ProofRequest& request, const ProofRules& rules,
                                            std::chrono::seconds now,
                                            const std::optional<PublicKey>& chain_key) {
  const auto proof = ExamineProof(request, rules, now, chain_key);
  if (!proof) return Fail(proof.error());
  return proof->Verify();
}

}  // namespace prichal::signin::ton
