#include "signin/token/claim_reader.h"

#include <fmt/format.h>

namespace prichal::token {

namespace json = boost::json;

const json::value* ClaimReader::Find(std::string_view name) const {
  return claims_.if_contains({name.data(), name.size()});
}

void ClaimReader::Refuse(std::string_view name, std::string_view what) {
  if (refusal_) return;
  refusal_ = TokenRefusal{.rule = TokenRule::kClaims,
                          .words = fmt::format("the token's \"{}\" is {}", name, what)};
}

std::string ClaimReader::Text(std::string_view name) {
  std::string text = TextIfThere(name);
  if (text.empty()) Refuse(name, "missing or empty");
  return text;
}

std::string ClaimReader::TextIfThere(std::string_view name) {
  const json::value* value = Find(name);
  if (value == nullptr) return {};
  const json::string* text = value->if_string();
  if (text == nullptr) {
    Refuse(name, "no text");
    return {};
  }
  return {text->data(), text->size()};
}

std::int64_t ClaimReader::Number(std::string_view name) {
  const json::value* value = Find(name);
  if (value != nullptr && value->is_int64()) return value->get_int64();
  Refuse(name, "no whole number");
  return 0;
}

std::chrono::seconds ClaimReader::Time(std::string_view name) {
  constexpr std::int64_t kLast = 999'999'999'999;
  const std::int64_t seconds = Number(name);
  if (seconds < 0 || seconds > kLast) {
    Refuse(name, "no time");
    return {};
  }
  return std::chrono::seconds(seconds);
}

std::optional<std::chrono::seconds> ClaimReader::TimeIfThere(std::string_view name) {
  if (Find(name) == nullptr) return std::nullopt;
  return Time(name);
}

bool ClaimReader::Flag(std::string_view name) {
  const json::value* value = Find(name);
  if (value == nullptr) return false;
  if (value->is_bool()) return value->get_bool();
  Refuse(name, "neither true nor false");
  return false;
}

std::vector<std::string> ClaimReader::Texts(std::string_view name) {
  auto texts = TextsIfThere(name);
  if (texts.empty()) Refuse(name, "missing or empty");
  return texts;
}

std::vector<std::string> ClaimReader::TextsIfThere(std::string_view name) {
  constexpr std::size_t kMost = 16;
  const json::value* value = Find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {Text(name)};
  const json::array* list = value->if_array();
  std::vector<std::string> texts;
  if (list == nullptr || list->size() > kMost) {
    Refuse(name, "neither a text nor a list of up to 16");
    return texts;
  }
  for (const json::value& each : *list) {
    const json::string* text = each.if_string();
    if (text == nullptr) {
      Refuse(name, "a list of something else than texts");
      return {};
    }
    texts.emplace_back(text->data(), text->size());
  }
  return texts;
}

const json::object* ClaimReader::Object(std::string_view name) {
  const json::value* value = Find(name);
  if (value == nullptr) return nullptr;
  if (!value->is_object()) Refuse(name, "no object");
  return value->if_object();
}

}  // namespace prichal::token
