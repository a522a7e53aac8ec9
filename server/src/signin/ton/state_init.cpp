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

/// Reads the fields of a state init in order.
class StateInitFields {
 public:
  explicit StateInitFields(const Boc& boc) : boc_(boc), root_(boc.root()), bits_(root_) {}

  /// Skips a Maybe field with `count` bits of content. Returns false if bits are missing.
  bool SkipMaybe(std::size_t count) {
    const auto there = bits_.Bit();
    return there && (!*there || bits_.Skip(count));
  }

  /// Reads a Maybe field with a reference. Null if it is absent; empty if bits or references are
  /// missing.
  std::optional<const Cell*> MaybeReference() {
    const auto there = bits_.Bit();
    if (!there) return std::nullopt;
    if (!*there) return nullptr;
    if (used_ == root_.reference_count) return std::nullopt;
    return &boc_.Child(root_, used_++);
  }

  [[nodiscard]] bool empty() const { return bits_.left() == 0 && used_ == root_.reference_count; }

 private:
  const Boc& boc_;
  const Cell& root_;
  BitReader bits_;
  std::size_t used_ = 0;
};

}  // namespace

std::string_view Words(StateInitError error) {
  switch (error) {
    case StateInitError::kRoots:
      return "more than one root";
    case StateInitError::kNoPlain:
      return "the root is not an ordinary cell, or is pruned";
    case StateInitError::kTruncated:
      return "missing bits or references";
    case StateInitError::kLeftover:
      return "too many bits or references";
    case StateInitError::kNoCode:
      return "no code";
    case StateInitError::kNoData:
      return "no data";
  }
  return {};
}

Result<StateInit, StateInitError> ParseStateInit(const Boc& boc) {
  if (boc.roots.size() != 1) return Fail(StateInitError::kRoots);
  // The address is a level 0 hash. An attacker can build a pruned tree with the hash of another
  // tree.
  if (boc.root().type != CellType::kOrdinary || boc.root().level_mask != 0) {
    return Fail(StateInitError::kNoPlain);
  }
  StateInitFields fields(boc);
  if (!fields.SkipMaybe(kSplitDepthBits) || !fields.SkipMaybe(kSpecialBits)) {
    return Fail(StateInitError::kTruncated);
  }
  const auto code = fields.MaybeReference();
  const auto data = code ? fields.MaybeReference() : std::nullopt;
  const auto library = data ? fields.MaybeReference() : std::nullopt;
  if (!library) return Fail(StateInitError::kTruncated);
  if (!fields.empty()) return Fail(StateInitError::kLeftover);
  if (*code == nullptr) return Fail(StateInitError::kNoCode);
  if (*data == nullptr) return Fail(StateInitError::kNoData);
  return StateInit{.code = *code, .data = *data};
}

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
  if (number.size() > 2 * key.size()) return std::nullopt;
  std::size_t nibble = 2 * key.size() - number.size();
  for (const char c : number) {
    const int value = HexValue(c);
    if (value < 0) return std::nullopt;
    key[nibble / 2] |= static_cast<unsigned char>(nibble % 2 == 0 ? value << 4 : value);
    ++nibble;
  }
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
