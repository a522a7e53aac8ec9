#include "signin/ton/account_key.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "base/hex.h"
#include "base/strict_json.h"

namespace prichal::ton {
namespace {

namespace json = boost::json;

constexpr std::string_view kOther =
    "the API has answered something else than a get method's result";

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

}  // namespace prichal::ton
