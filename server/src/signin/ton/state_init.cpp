#include "signin/ton/state_init.h"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "base/encoding.h"
#include "base/json.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {
namespace {

constexpr std::size_t kSplitDepthBits = 5;
constexpr std::size_t kSpecialBits = 2;

}  // namespace

std::string_view Words(StateInitError error) {
  static constexpr std::array<std::string_view, 6> kWords{
      "more than one root",
      "the root is not an ordinary cell, or is pruned",
      "missing bits or references",
      "too many bits or references",
      "no code",
      "no data"};
  return kWords.at(static_cast<std::size_t>(error));
}

Result<StateInit, StateInitError> ParseStateInit(const Boc& boc) {
  if (boc.roots.size() != 1) return Fail(StateInitError::kRoots);
  // The address is a level 0 hash. An attacker can build a pruned tree with the hash of another
  // tree.
  if (boc.root().type != CellType::kOrdinary || boc.root().level_mask != 0) {
    return Fail(StateInitError::kNoPlain);
  }
  const Cell& root = boc.root();
  BitReader bits(root);
  std::size_t used = 0;
  const auto skip_maybe = [&](std::size_t count) {
    const auto there = bits.Number(1);
    return there && (*there == 0 || bits.Skip(count));
  };
  // Null if the field is absent; empty if bits or references are missing.
  const auto read_maybe_reference = [&]() -> std::optional<const Cell*> {
    const auto there = bits.Number(1);
    if (!there || (*there != 0 && used == root.reference_count)) return std::nullopt;
    return *there == 0 ? nullptr : &boc.Child(root, used++);
  };
  if (!skip_maybe(kSplitDepthBits) || !skip_maybe(kSpecialBits)) {
    return Fail(StateInitError::kTruncated);
  }
  const auto code = read_maybe_reference();
  const auto data = code ? read_maybe_reference() : std::nullopt;
  const auto library = data ? read_maybe_reference() : std::nullopt;
  if (!library) return Fail(StateInitError::kTruncated);
  if (bits.left() != 0 || used != root.reference_count) return Fail(StateInitError::kLeftover);
  if (*code == nullptr) return Fail(StateInitError::kNoCode);
  if (*data == nullptr) return Fail(StateInitError::kNoData);
  return StateInit{.code = *code, .data = *data};
}

namespace {

constexpr std::uint16_t kBetaIdBits = 80;
constexpr std::string_view kTelegram = "telegram";

constexpr WalletCode Code(std::string_view name, std::string_view hash, std::uint16_t key_bit,
                          std::uint16_t id_bits, std::uint8_t has_dictionary,
                          bool key_rotates = false) {
  WalletCode code{.name = name,
                  .key_bit = key_bit,
                  .id_bits = id_bits,
                  .has_dictionary = has_dictionary,
                  .key_rotates = key_rotates};
  (void)HexDecode(hash, code.code_hash);
  return code;
}

// Code hashes of the wallet contracts in @ton/ton 16.3.0; v4r1 and Telegram's wallet, which it
// lacks, come from public sources that agree. ton.vectors.json has a state init of each. The code
// of v5 beta is a library cell, and the hash is of that cell.
constexpr std::array kCodes = {
    Code("v1r1", "a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c", 32, 0, 0),
    Code("v1r2", "d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c", 32, 0, 0),
    Code("v1r3", "587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff", 32, 0, 0),
    Code("v2r1", "5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329", 32, 0, 0),
    Code("v2r2", "fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1", 32, 0, 0),
    Code("v3r1", "b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581", 64, 32, 0),
    Code("v3r2", "84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599", 64, 32, 0),
    Code("v4r1", "64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d", 64, 32, 1),
    Code("v4r2", "feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0", 64, 32, 1),
    Code("v5beta", "f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93", 113, 80, 1),
    Code("v5r1", "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f", 65, 32, 1),
    // The code is one cell that jumps to the code in network configuration parameter -123. The data
    // begin with a revision (8 bits) and the seqno.
    Code(kTelegram, "9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768", 72, 32, 0,
         true),
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
  if (data.type != CellType::kOrdinary || data.bits != code.data_bits()) return std::nullopt;
  BitReader bits(data);
  WalletData read;
  std::size_t before_id = code.key_bit - code.id_bits;
  if (code.name == kTelegram) {
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
  if (code.name == kTelegram) return data.wallet_id != IdOfTelegram(elsewhere);
  if (code.name != "v5r1") return true;
  return data.wallet_id != FirstIdOfV5(workchain, elsewhere) ||
         data.wallet_id == FirstIdOfV5(workchain, network);
}

namespace {

namespace json = boost::json;

constexpr std::string_view kOther = "the API's answer is not the result of a get method";

const json::value* In(const json::value& value, std::string_view name) {
  return value.is_object() ? value.get_object().if_contains(name) : nullptr;
}

/// Number item of a stack. v2: ["num", "0x…"]; v3: {"type": "num", "value": "0x…"}.
std::string_view NumberIn(const json::value& item) {
  const json::value* type = nullptr;
  const json::value* number = nullptr;
  if (item.is_array() && item.get_array().size() == 2) {
    type = &item.get_array()[0];
    number = &item.get_array()[1];
  } else {
    type = In(item, "type");
    number = In(item, "value");
  }
  if (type == nullptr || number == nullptr || *type != "num" || !number->is_string()) return {};
  return number->get_string();
}

/// Exit code of a get method of an account without code.
constexpr std::int64_t kNotDeployed = -13;

/// Parses a hexadecimal number of at most 256 bits, such as "0x1f".
std::optional<PublicKey> KeyIn(std::string_view number) {
  if (!number.starts_with("0x") || number.size() < 3) return std::nullopt;
  number.remove_prefix(2);
  PublicKey key{};
  std::string digits(2 * key.size() - std::min(number.size(), 2 * key.size()), '0');
  if (!HexDecode(digits.append(number), key)) return std::nullopt;
  return key;
}

}  // namespace

std::string KeyQuestion(const Address& address) {
  return json::serialize(json::object{
      {"address", ToRaw(address)}, {"method", "get_public_key"}, {"stack", json::array()}});
}

Result<AccountKey, std::string> ReadKeyAnswer(std::string_view answer) {
  const auto read = ReadStrictJson(answer);
  if (!read) return Fail(std::string(kOther));
  // v2 wraps the response of v3 in `result`.
  const json::value* inner = In(*read, "result");
  const json::value& result = inner != nullptr ? *inner : *read;
  const json::value* exit_code = In(result, "exit_code");
  const json::value* stack = In(result, "stack");
  if (exit_code == nullptr || !exit_code->is_int64()) return Fail(std::string(kOther));
  if (exit_code->get_int64() == kNotDeployed) {
    return AccountKey{.kind = AccountKey::Kind::kNotDeployed};
  }
  // 0 and 1 mean success (TVM). A contract without the method returns other codes.
  if (exit_code->get_int64() != 0 && exit_code->get_int64() != 1) {
    return AccountKey{.kind = AccountKey::Kind::kUntold};
  }
  if (stack == nullptr || !stack->is_array() || stack->get_array().empty()) {
    return Fail(std::string(kOther));
  }
  const auto key = KeyIn(NumberIn(stack->get_array().back()));
  if (!key) return Fail(std::string(kOther));
  return AccountKey{.kind = AccountKey::Kind::kTold, .key = *key};
}

}  // namespace prichal::signin::ton
