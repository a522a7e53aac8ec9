#include "signin/telegram/init_data_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text->size() != hash_.size() * 2 || !std::all_of(text->begin(), text->end(), is_digit)) {
    return Refuse(InitDataRule::kHashMalformed,
                  "the \"hash\" of the init data is not 64 lower-case hexadecimal digits");
  }
  for (std::size_t i = 0; i < hash_.size(); ++i) {
    hash_[i] =
        static_cast<unsigned char>(HexValue((*text)[2 * i]) * 16 + HexValue((*text)[2 * i + 1]));
  }
  return std::nullopt;
}

std::optional<InitDataRefusal> InitDataFields::ReadDate() {
  const auto text = Find("auth_date");
  if (!text) return Refuse(InitDataRule::kDateAbsent, "the init data has no \"auth_date\"");
  constexpr std::size_t kDigits = 12;  // until the year 33658
  std::int64_t seconds = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, seconds);
  if (text->size() > kDigits || error != std::errc() || stop != end || seconds <= 0) {
    return Refuse(InitDataRule::kDateMalformed,
                  "the \"auth_date\" of the init data is not a number of seconds");
  }
  auth_date_ = std::chrono::seconds(seconds);
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

namespace {

namespace json = boost::json;

/// Reads members of one object and records the first with the wrong type.
class Members {
 public:
  explicit Members(const json::object& object) : object_(object) {}

  /// Reads an integer that fits into int64. JavaScript writes integers without "." and exponent.
  std::int64_t Id(std::string_view name) {
    const json::value* value = Find(name);
    if (value != nullptr && value->is_int64()) return value->as_int64();
    Fault(name, "not a whole number");
    return 0;
  }
  std::string Text(std::string_view name) {
    const json::value* value = Find(name);
    if (value == nullptr) return {};
    const json::string* text = value->if_string();
    if (text == nullptr) {
      Fault(name, "not a string");
      return {};
    }
    return {text->data(), text->size()};
  }
  std::string AsciiText(std::string_view name) {
    std::string text = Text(name);
    if (!IsVisibleAscii(text)) Fault(name, "no visible ASCII");
    return text;
  }
  bool Flag(std::string_view name) {
    const json::value* value = Find(name);
    if (value == nullptr) return false;
    if (!value->is_bool()) Fault(name, "not true or false");
    return value->is_bool() && value->as_bool();
  }
  void Fault(std::string_view name, std::string_view what) {
    if (!fault_) fault_ = fmt::format("its \"{}\" is {}", name, what);
  }

  [[nodiscard]] const std::optional<std::string>& fault() const { return fault_; }

 private:
  const json::value* Find(std::string_view name) {
    return object_.if_contains({name.data(), name.size()});
  }

  const json::object& object_;
  std::optional<std::string> fault_;
};

Result<json::value, std::string> ReadObject(std::string_view text) {
  auto value = ReadStrictJson(text);
  if (value && !value->is_object()) return Fail(std::string("not an object"));
  return value;
}

}  // namespace

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
  const auto value = ReadObject(text);
  if (!value) return Fail(value.error());
  Members members(value->get_object());
  User user;
  user.id = members.Id("id");
  if (user.id <= 0) members.Fault("id", "not a user ID");
  user.first_name = members.Text("first_name");
  user.last_name = members.Text("last_name");
  user.username = members.AsciiText("username");
  user.language_code = members.AsciiText("language_code");
  user.photo_url = members.AsciiText("photo_url");
  user.is_bot = members.Flag("is_bot");
  user.is_premium = members.Flag("is_premium");
  user.added_to_attachment_menu = members.Flag("added_to_attachment_menu");
  user.allows_write_to_pm = members.Flag("allows_write_to_pm");
  if (members.fault()) return Fail(*members.fault());
  return user;
}

Result<Chat, std::string> ReadChat(std::string_view text) {
  const auto value = ReadObject(text);
  if (!value) return Fail(value.error());
  Members members(value->get_object());
  Chat chat;
  chat.id = members.Id("id");
  chat.type = members.AsciiText("type");
  chat.title = members.Text("title");
  chat.username = members.AsciiText("username");
  chat.photo_url = members.AsciiText("photo_url");
  if (members.fault()) return Fail(*members.fault());
  return chat;
}

}  // namespace prichal::signin::telegram
