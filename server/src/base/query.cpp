#include "base/query.h"

#include "base/hex.h"

namespace prichal {
namespace {

/// Two searches for one byte each: the library's for any of several looks at byte after byte.
bool IsPlain(std::string_view text) {
  return text.find('%') == std::string_view::npos && text.find('+') == std::string_view::npos;
}

bool Names(std::string_view encoded, std::string_view name) {
  if (encoded == name) return IsPlain(name);
  return !IsPlain(encoded) && DecodeQueryComponent(encoded) == name;
}

}  // namespace

std::optional<std::string> DecodeQueryComponent(std::string_view text) {
  if (IsPlain(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out.push_back(' ');
    } else if (text[i] != '%') {
      out.push_back(text[i]);
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = HexValue(text[i + 1]);
      const int low = HexValue(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    }
  }
  return out;
}

std::optional<std::string> Query::First(std::string_view name) const {
  std::string_view rest = raw_;
  while (!rest.empty()) {
    const std::size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (pair.empty() || pair.find(';') != std::string_view::npos) continue;

    const std::size_t equals = pair.find('=');
    if (!Names(pair.substr(0, equals), name)) continue;
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    if (auto decoded = DecodeQueryComponent(value)) return decoded;
  }
  return std::nullopt;
}

}  // namespace prichal
