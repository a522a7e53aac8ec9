#include "signin/telegram/content.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/strict_json.h"

namespace prichal::telegram {
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
    Fault(name, "no whole number");
    return 0;
  }
  std::string Text(std::string_view name) {
    const json::value* value = Find(name);
    if (value == nullptr) return {};
    const json::string* text = value->if_string();
    if (text == nullptr) {
      Fault(name, "no text");
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
    if (!value->is_bool()) Fault(name, "neither true nor false");
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
  if (value && !value->is_object()) return Fail(std::string("it is no object"));
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
  if (user.id <= 0) members.Fault("id", "no id of a user");
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

}  // namespace prichal::telegram
