#include "signin/keys/key_index.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "base/base64url.h"
#include "base/strict_json.h"

namespace prichal::auth {
namespace {

namespace json = boost::json;
using std::chrono::seconds;

constexpr std::int64_t kIndexFormat = 1;
constexpr std::size_t kThumbprintBytes = 32;
constexpr std::size_t kThumbprintText = 43;
/// 9999-12-31: sums of such times fit.
constexpr std::int64_t kLatest = 253'402'300'799;
/// What a double holds exactly, as readers of JSON do.
constexpr std::int64_t kMaxGeneration = std::int64_t{1} << 53;

std::optional<std::int64_t> NumberOf(const json::object& object, std::string_view name,
                                     std::int64_t most) {
  const json::value* value = object.if_contains({name.data(), name.size()});
  const std::int64_t* number = value == nullptr ? nullptr : value->if_int64();
  if (number == nullptr || *number < 0 || *number > most) return std::nullopt;
  return *number;
}

std::string TextOf(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains({name.data(), name.size()});
  const json::string* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string() : std::string(text->data(), text->size());
}

std::optional<KeyState> StateNamed(std::string_view name) {
  for (const KeyState state : {KeyState::kNext, KeyState::kActive, KeyState::kRetired}) {
    if (NameOf(state) == name) return state;
  }
  return std::nullopt;
}

Result<KeyRecord, std::string> ReadRecord(const json::value& value) {
  const json::object* object = value.if_object();
  if (object == nullptr) return Fail(std::string("it is no object"));
  KeyRecord record;
  record.id = TextOf(*object, "kid");
  if (!IsKeyId(record.id)) return Fail(std::string("its \"kid\" is no thumbprint"));
  const auto state = StateNamed(TextOf(*object, "state"));
  if (!state) return Fail(std::string(R"(its "state" is none of "next", "active", "retired")"));
  record.state = *state;
  const std::pair<std::string_view, Millis*> times[] = {{"created", &record.created},
                                                        {"active_from", &record.active_from},
                                                        {"retired_at", &record.retired_at},
                                                        {"forgotten_at", &record.forgotten_at}};
  for (const auto& [name, time] : times) {
    const auto number = NumberOf(*object, name, kLatest);
    if (!number) return Fail(fmt::format("its \"{}\" is no unix time", name));
    *time = seconds(*number);
  }
  if (record.forgotten_at < record.retired_at) {
    return Fail(std::string(R"(its "forgotten_at" is before its "retired_at")"));
  }
  return record;
}

}  // namespace

KeyIndex KeyIndex::Make(const SigningKeys& keys, std::uint64_t generation) {
  KeyIndex index{.generation = generation, .keys = {}};
  for (const SigningKey& each : keys.keys()) {
    index.keys.push_back({.id = each.id(),
                          .state = each.state,
                          .created = each.created,
                          .active_from = each.active_from,
                          .retired_at = each.retired_at,
                          .forgotten_at = each.forgotten_at});
  }
  return index;
}

std::string KeyIndex::Write() const {
  std::string text =
      fmt::format(R"({{"format":{},"generation":{},"keys":[)", kIndexFormat, generation);
  const auto whole = [](Millis time) { return std::chrono::floor<seconds>(time).count(); };
  for (const KeyRecord& each : keys) {
    text += fmt::format(
        R"({}{{"kid":"{}","state":"{}","created":{},"active_from":{},"retired_at":{},"forgotten_at":{}}})",
        text.back() == '[' ? "\n" : ",\n", each.id, NameOf(each.state), whole(each.created),
        whole(each.active_from), whole(each.retired_at), whole(each.forgotten_at));
  }
  return text + "\n]}\n";
}

Result<KeyIndex, std::string> KeyIndex::Read(std::string_view text) {
  if (text.size() > kMaxBytes) return Fail(fmt::format("it has {} bytes", text.size()));
  const auto value = ReadStrictJson(text, 4);
  if (!value) return Fail(value.error());
  const json::object* object = value->if_object();
  if (object == nullptr) return Fail(std::string("it is no object"));
  const auto format = NumberOf(*object, "format", kMaxGeneration);
  if (!format) return Fail(std::string("its \"format\" is no number"));
  if (*format != kIndexFormat) {
    return Fail(fmt::format("its \"format\" is {}, this version reads {}", *format, kIndexFormat));
  }
  const auto generation = NumberOf(*object, "generation", kMaxGeneration);
  if (!generation || *generation == 0) {
    return Fail(std::string("its \"generation\" is no number from 1 on"));
  }
  const json::value* member = object->if_contains("keys");
  const json::array* list = member == nullptr ? nullptr : member->if_array();
  if (list == nullptr || list->size() > kMaxKeys) {
    return Fail(fmt::format("its \"keys\" is no list of up to {}", kMaxKeys));
  }
  KeyIndex index{.generation = static_cast<std::uint64_t>(*generation), .keys = {}};
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto record = ReadRecord((*list)[i]);
    if (!record) return Fail(fmt::format("key {}: {}", i + 1, record.error()));
    index.keys.push_back(*std::move(record));
  }
  return index;
}

bool IsKeyId(std::string_view text) {
  const auto bytes = Base64UrlDecode(text);
  return text.size() == kThumbprintText && bytes && bytes->size() == kThumbprintBytes;
}

SigningKey WithRecord(token::PrivateKey key, const KeyRecord& record) {
  return {.key = std::move(key),
          .state = record.state,
          .created = record.created,
          .active_from = record.active_from,
          .retired_at = record.retired_at,
          .forgotten_at = record.forgotten_at};
}

}  // namespace prichal::auth
