#include "http/codec/header_fields.h"

#include <algorithm>
#include <cstddef>

namespace prichal::http {
namespace {

constexpr std::size_t kLength = 55;  // 00-<32>-<16>-<2>

bool IsLowerHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsAllZero(std::string_view text) {
  return text.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

std::string_view TrimSpace(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool SameToken(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return AsciiLower(x) == AsciiLower(y); });
}

bool NextListElement(std::string_view& list, std::string_view& element) {
  if (list.empty()) return false;
  const std::size_t comma = list.find(',');
  element = TrimSpace(list.substr(0, comma));
  list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  return true;
}

bool RemoveLastField(std::string_view& lines, std::string_view name, std::string_view& value) {
  while (!lines.empty()) {
    if (lines.ends_with(kLineEnd)) lines.remove_suffix(kLineEnd.size());
    const std::size_t before = lines.rfind('\n');
    const std::string_view line = lines.substr(before == std::string_view::npos ? 0 : before + 1);
    lines.remove_suffix(line.size());
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !SameToken(line.substr(0, colon), name)) continue;
    value = TrimSpace(line.substr(colon + 1));
    return true;
  }
  return false;
}

std::string_view TraceparentOf(std::string_view lines) {
  std::string_view value;
  std::string_view another;
  if (!RemoveLastField(lines, "traceparent", value)) return {};
  if (RemoveLastField(lines, "traceparent", another) || value.size() < kLength) return {};
  const auto version = value.substr(0, 2);
  const auto trace = value.substr(3, 32);
  const auto parent = value.substr(36, 16);
  const auto flags = value.substr(53, 2);
  const bool has_hyphens = value[2] == '-' && value[35] == '-' && value[52] == '-';
  const bool ends = value.size() == kLength || (version != "00" && value[kLength] == '-');
  for (const auto part : {version, trace, parent, flags}) {
    if (!IsLowerHex(part)) return {};
  }
  if (!has_hyphens || !ends || version == "ff" || IsAllZero(trace) || IsAllZero(parent)) return {};
  return value.substr(0, kLength);
}

}  // namespace prichal::http
