#include "signin/telegram/init_data_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/encoding.h"
#include "base/json.h"
#include "http/codec/request.h"
#include "signin/telegram/init_data.h"

namespace prichal::signin::telegram {
namespace {

constexpr std::size_t kUsualFields = 12;
constexpr std::size_t kLongestPrefix = 32;  ///< of the signed text: the bot's ID and ":WebAppData"
constexpr std::string_view kAsSent = "send window.Telegram.WebApp.initData unchanged";

InitDataRefusal Refuse(InitDataRule rule, std::string_view what) {
  return {.rule = rule, .words = fmt::format("{}; {}", what, kAsSent)};
}

/// Accepts letters, digits, "_", "-" and ".". Such a name cannot contain "=" or a line break.
/// Telegram uses lower case and underscores.
bool IsName(std::string_view text) {
  constexpr std::size_t kMost = 64;
  return !text.empty() && text.size() <= kMost && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

/// Rejects control characters. A line break in a value would make two lines in the signed text, so
/// that two sets of fields have one text. Telegram escapes line breaks in its JSON.
bool IsValue(std::string_view text) {
  // No early exit: the loop over all bytes is vectorized, and values are normally valid.
  unsigned control = 0;
  for (const char c : text) {
    control |= static_cast<unsigned>(static_cast<unsigned char>(c) < ' ') |
               static_cast<unsigned>(c == '\x7f');
  }
  return control == 0;
}

}  // namespace

Result<InitDataFields, InitDataRefusal> InitDataFields::Parse(std::string_view raw) {
  if (raw.empty()) {
    return Fail(InitDataRefusal{.rule = InitDataRule::kEmpty,
                                .words = "the init data is empty, as for a mini app that is opened "
                                         "by a keyboard button or outside Telegram"});
  }
  if (raw.size() > InitDataChecker::kMaxBytes) {
    return Fail(Refuse(InitDataRule::kSize,
                       fmt::format("the init data has {} bytes, at most {} are allowed", raw.size(),
                                   InitDataChecker::kMaxBytes)));
  }
  if (!IsVisibleAscii(raw)) {
    return Fail(Refuse(InitDataRule::kEncoding,
                       "the init data has a byte that is not visible ASCII, so it was decoded "
                       "before it was sent"));
  }

  InitDataFields fields;
  fields.fields_.reserve(kUsualFields);
  while (true) {
    const std::size_t end = raw.find('&');
    if (fields.fields_.size() == InitDataChecker::kMaxFields) {
      return Fail(Refuse(InitDataRule::kSize, fmt::format("the init data has more than {} fields",
                                                          InitDataChecker::kMaxFields)));
    }
    if (auto refusal = fields.ReadPair(raw.substr(0, end))) return Fail(*std::move(refusal));
    if (end == std::string_view::npos) break;
    raw.remove_prefix(end + 1);
  }

  std::sort(fields.fields_.begin(), fields.fields_.end(),
            [](const Field& a, const Field& b) { return a.line < b.line; });
  const auto twice =
      std::adjacent_find(fields.fields_.begin(), fields.fields_.end(),
                         [](const Field& a, const Field& b) { return a.name() == b.name(); });
  if (twice != fields.fields_.end()) {
    return Fail(Refuse(InitDataRule::kDuplicate,
                       fmt::format("the init data has \"{}\" twice", twice->name())));
  }
  if (auto refusal = fields.ReadHash()) return Fail(*std::move(refusal));
  if (auto refusal = fields.ReadDate()) return Fail(*std::move(refusal));
  return fields;
}

std::optional<InitDataRefusal> InitDataFields::ReadPair(std::string_view pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) {
    return Refuse(InitDataRule::kField, "a field of the init data has no \"=\"");
  }
  auto name = http::DecodeQueryComponent(pair.substr(0, equals));
  const auto value = http::DecodeQueryComponent(pair.substr(equals + 1));
  if (!name || !value) {
    return Refuse(InitDataRule::kEncoding,
                  "the init data has a \"%\" without two hexadecimal digits");
  }
  if (!IsName(*name)) {
    return Refuse(InitDataRule::kField, "a field of the init data has an invalid name");
  }
  if (!IsValue(*value)) {
    return Refuse(InitDataRule::kField,
                  fmt::format("the value of \"{}\" has a control character", *name));
  }
  const std::size_t size = name->size();
  std::string line;
  line.reserve(size + 1 + value->size());
  line.append(*name).append("=").append(*value);
  size_ += line.size() + 1;
  fields_.push_back({.line = std::move(line), .name_size = size});
  return std::nullopt;
}

std::optional<InitDataRefusal> InitDataFields::ReadHash() {
  const auto text = Find("hash");
  if (!text) return Refuse(InitDataRule::kHashAbsent, "the init data has no \"hash\"");
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'F'; };
  if (!HexDecode(*text, hash_) || std::any_of(text->begin(), text->end(), is_upper)) {
    return Refuse(InitDataRule::kHashMalformed,
                  "the \"hash\" of the init data is not 64 lower-case hexadecimal digits");
  }
  return std::nullopt;
}

std::optional<InitDataRefusal> InitDataFields::ReadDate() {
  const auto text = Find("auth_date");
  if (!text) return Refuse(InitDataRule::kDateAbsent, "the init data has no \"auth_date\"");
  constexpr std::size_t kDigits = 12;  // until the year 33658
  const auto seconds = ParseNumber<std::int64_t>(*text);
  if (text->size() > kDigits || !seconds || *seconds <= 0) {
    return Refuse(InitDataRule::kDateMalformed,
                  "the \"auth_date\" of the init data is not a number of seconds");
  }
  auth_date_ = std::chrono::seconds(*seconds);
  return std::nullopt;
}

std::optional<std::string_view> InitDataFields::Find(std::string_view name) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const Field& field) { return field.name() == name; });
  if (found == fields_.end()) return std::nullopt;
  return found->value();
}

std::string InitDataFields::HashedString() const {
  std::string text;
  text.reserve(size_);
  for (const Field& field : fields_) {
    if (field.name() == "hash") continue;
    if (!text.empty()) text.push_back('\n');
    text += field.line;
  }
  return text;
}

std::string InitDataFields::SignedString(std::int64_t bot_id) const {
  std::string text;
  text.reserve(size_ + kLongestPrefix);
  text.append(std::to_string(bot_id)).append(":WebAppData");
  for (const Field& field : fields_) {
    if (field.name() == "hash" || field.name() == "signature") continue;
    text.push_back('\n');
    text += field.line;
  }
  return text;
}

bool IsVisibleAscii(std::string_view text) {
  // No early exit: the loop over all bytes is vectorized, and long texts are normally valid.
  unsigned other = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    other |= static_cast<unsigned>(byte <= ' ') | static_cast<unsigned>(byte >= 0x7f);
  }
  return other == 0;
}

Result<User, std::string> ReadUser(std::string_view text) {
  const auto object = ReadStrictObject(text);
  if (!object) return Fail(object.error());
  MemberReader members(*object);
  const auto ascii = [&members](std::string_view name) {
    std::string text = members.TextIfThere(name);
    if (!IsVisibleAscii(text)) members.Refuse(name, "no visible ASCII");
    return text;
  };
  User user;
  user.id = members.Number("id");
  if (user.id <= 0) members.Refuse("id", "not a user ID");
  user.first_name = members.TextIfThere("first_name");
  user.last_name = members.TextIfThere("last_name");
  user.username = ascii("username");
  user.language_code = ascii("language_code");
  user.photo_url = ascii("photo_url");
  user.is_premium = members.Flag("is_premium");
  if (!members.fault().empty()) return Fail("its " + members.fault());
  return user;
}

}  // namespace prichal::signin::telegram
