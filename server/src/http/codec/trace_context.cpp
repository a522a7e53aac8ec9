#include "http/codec/trace_context.h"

#include <algorithm>
#include <cstddef>

#include "http/codec/field_lines.h"

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
