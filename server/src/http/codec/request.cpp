#include "http/codec/request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/encoding.h"

namespace prichal::http {
namespace {

struct Named {
  std::string_view name;
  Method method;
};
constexpr std::array<Named, 5> kMethods{{
    {.name = "GET", .method = Method::kGet},
    {.name = "POST", .method = Method::kPost},
    {.name = "HEAD", .method = Method::kHead},
    {.name = "DELETE", .method = Method::kDelete},
    {.name = "OPTIONS", .method = Method::kOptions},
}};

/// Two searches for one byte are faster than find_first_of(), which checks byte by byte.
bool IsPlain(std::string_view text) {
  return text.find('%') == std::string_view::npos && text.find('+') == std::string_view::npos;
}

struct Pair {
  std::string_view name;  ///< both are percent-encoded
  std::string_view value;
};

bool HasNoSemicolon(std::string_view text) { return text.find(';') == std::string_view::npos; }

/// Removes pairs from the front of `rest` up to and including the first valid one, and returns it.
/// Empty at the end. `without_semicolons`: `rest` is known to contain no ';'.
std::optional<Pair> TakePair(std::string_view& rest, bool without_semicolons = false) {
  while (!rest.empty()) {
    const std::size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (pair.empty() || !(without_semicolons || HasNoSemicolon(pair))) continue;
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) return Pair{.name = pair, .value = {}};
    return Pair{.name = pair.substr(0, equals), .value = pair.substr(equals + 1)};
  }
  return std::nullopt;
}

void AppendQueryComponent(std::string& out, std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : text) {
    if (IsAsciiAlphanumeric(c) || c == '-' || c == '_' || c == '.' || c == '~') {
      out.push_back(c);
    } else if (c == ' ') {
      out.push_back('+');
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kDigits[byte >> 4U], kDigits[byte & 0xfU]};
    }
  }
}

}  // namespace

Method MethodOf(std::string_view name) {
  for (const Named& named : kMethods) {
    if (named.name == name) return named.method;
  }
  return Method::kOther;
}

std::string_view NameOf(Method method) {
  for (const Named& named : kMethods) {
    if (named.method == method) return named.name;
  }
  return {};
}

std::optional<std::string> DecodeQueryComponent(std::string_view text) {
  if (IsPlain(text)) return std::string(text);
  std::string out(text.size(), '\0');
  std::size_t size = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = HexValue(text[i + 1]);
      const int low = HexValue(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+') {
      c = ' ';
    }
    out[size++] = c;
  }
  out.resize(size);
  return out;
}

Query::Query(std::string_view raw) {
  parameters_.reserve(8);
  // Nearly every query is plain, and one check of the whole is cheaper than a check of each part.
  if (IsPlain(raw) && HasNoSemicolon(raw)) {
    while (const auto pair = TakePair(raw, true)) {
      parameters_.push_back({.name = pair->name, .value = pair->value});
    }
    return;
  }
  while (const auto pair = TakePair(raw)) {
    const auto name = Decode(pair->name);
    const auto value = Decode(pair->value);
    if (name && value) parameters_.push_back({.name = *name, .value = *value});
  }
}

std::optional<std::string_view> Query::Decode(std::string_view text) {
  if (IsPlain(text)) return text;
  auto decoded = DecodeQueryComponent(text);
  if (!decoded) return std::nullopt;
  return decoded_.emplace_front(*std::move(decoded));
}

std::optional<std::string_view> Query::First(std::string_view name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& each) { return each.name == name; });
  if (found == parameters_.end()) return std::nullopt;
  return found->value;
}

std::string SortedQuery(std::string_view raw) {
  std::vector<std::pair<std::string, std::string>> parameters;
  while (const auto pair = TakePair(raw)) {
    auto name = DecodeQueryComponent(pair->name);
    auto value = DecodeQueryComponent(pair->value);
    if (name && value) parameters.emplace_back(*std::move(name), *std::move(value));
  }
  std::stable_sort(parameters.begin(), parameters.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string sorted;
  for (const auto& [name, value] : parameters) {
    if (!sorted.empty()) sorted.push_back('&');
    AppendQueryComponent(sorted, name);
    sorted.push_back('=');
    AppendQueryComponent(sorted, value);
  }
  return sorted;
}

}  // namespace prichal::http
