#include "http/codec/field_lines.h"

#include "http/codec/token.h"

namespace prichal::http {
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

}  // namespace prichal::http
