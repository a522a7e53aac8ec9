#include "config/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/encoding.h"
#include "config/key.h"

namespace prichal::config {
namespace {

constexpr std::string_view kPrefix = "PRICHAL_";

/// Returns whether Kubernetes sets this variable in every container of a namespace, as a link to a
/// service: `PRICHAL_SERVICE_HOST`, `PRICHAL_WEB_PORT_8080_TCP_ADDR`, or with the name of a port
/// `PRICHAL_SERVICE_PORT_HTTP`.
bool IsServiceLink(std::string_view name) {
  if (name.ends_with("_SERVICE_HOST") || name.ends_with("_SERVICE_PORT") ||
      name.ends_with("_PORT") || name.find("_SERVICE_PORT_") != std::string_view::npos) {
    return true;
  }
  const auto port = name.find("_PORT_");
  return port != std::string_view::npos && (name.find("_TCP", port) != std::string_view::npos ||
                                            name.find("_UDP", port) != std::string_view::npos);
}

std::string_view Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

List Split(std::string_view text) {
  List parts;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const auto part = Trimmed(text.substr(0, comma));
    if (!part.empty()) parts.emplace_back(part);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return parts;
}

/// Formats a TOML basic string (TOML 1.0, section "String").
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

struct Printer {
  std::string operator()(const std::string& text) const { return Quoted(text); }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(bool on) const { return on ? "true" : "false"; }
  std::string operator()(const Foreign& foreign) const { return foreign.type; }
  std::string operator()(const List& list) const {
    std::vector<std::string> parts;
    for (const auto& part : list) parts.push_back(Quoted(part));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
};

}  // namespace

std::vector<ConfigValue> ReadEnvironment(const char* const* variables) {
  std::vector<ConfigValue> given;
  for (; *variables != nullptr; ++variables) {
    const std::string_view line = *variables;
    if (!line.starts_with(kPrefix)) continue;
    const std::string name(line.substr(0, line.find('=')));
    const auto text = line.substr(std::min(name.size() + 1, line.size()));
    const auto table = Keys();
    const auto key = std::find_if(table.begin(), table.end(),
                                  [&](const Key& row) { return EnvironmentName(row) == name; });
    if (key != table.end()) {
      given.push_back({FullName(*key), ValueFromText(key->kind, text), {From::kEnvironment, name}});
    } else if (!IsServiceLink(name)) {
      given.push_back({name, std::string(text), {From::kEnvironment, name}});
    }
  }
  return given;
}

Value ValueFromText(Kind kind, std::string_view text) {
  switch (kind) {
    case Kind::kNumber:
      if (const auto number = ParseNumber<std::int64_t>(text)) return *number;
      break;
    case Kind::kSwitch:
      if (text == "true") return true;
      if (text == "false") return false;
      break;
    case Kind::kList:
      return Split(text);
    case Kind::kText:
      break;
  }
  return std::string(text);
}

bool IsOf(const Value& value, Kind kind) { return value.index() == static_cast<std::size_t>(kind); }

std::string ToToml(const Value& value) { return std::visit(Printer{}, value); }

}  // namespace prichal::config
