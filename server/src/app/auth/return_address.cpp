#include "app/auth/return_address.h"

#include <algorithm>

namespace prichal::app {
namespace {

constexpr std::size_t kLongest = 512;

}  // namespace

std::optional<std::string> ReturnAddress(std::string_view rd, const AuthOrigins& origins) {
  if (rd.empty() || rd.size() > kLongest) return std::nullopt;
  // Browsers take control bytes out, and a backslash for a slash (URL Standard).
  const bool is_plain =
      std::all_of(rd.begin(), rd.end(), [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
  if (!is_plain) return std::nullopt;
  if (rd.front() == '/') {
    if (rd.starts_with("//")) return std::nullopt;
    return std::string(origins.own()).append(rd);
  }
  const auto scheme = rd.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  // Up to there, and nothing that could be a name before an '@'.
  const auto end = rd.find_first_of("/?#", scheme + 3);
  if (!origins.Admits(rd.substr(0, end))) return std::nullopt;
  return std::string(rd);
}

}  // namespace prichal::app
