#include "auth/ledger.h"

#include <algorithm>

namespace prichal::auth {
namespace {

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool HasSource(std::string_view details, char source) {
  while (!details.empty()) {
    if (TakeLine(details).starts_with(source)) return true;
  }
  return false;
}

}  // namespace

std::string MergeDetails(std::string_view before, std::string_view latest) {
  std::string merged;
  while (!before.empty()) {
    const std::string_view line = TakeLine(before);
    if (line.empty() || line.front() == '{' || HasSource(latest, line.front())) continue;
    merged.append(line).append("\n");
  }
  return merged.append(latest);
}

}  // namespace prichal::auth
