#include "signin/http/return_address.h"

#include <algorithm>

namespace prichal::app {
namespace {

constexpr std::size_t kLongest = 512;

constexpr std::string_view kErrorName = "sign_in_error";

/// The query without what an earlier sign-in has added to it.
std::string WithoutError(std::string_view query) {
  std::string kept;
  for (bool more = true; more;) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    more = end != std::string_view::npos;
    if (more) query.remove_prefix(end + 1);
    if (pair.empty() || pair.substr(0, pair.find('=')) == kErrorName) continue;
    if (!kept.empty()) kept += '&';
    kept += pair;
  }
  return kept;
}

}  // namespace

std::optional<std::string> ReturnAddress(std::string_view rd, const AuthOrigins& origins) {
  if (rd.empty() || rd.size() > kLongest) return std::nullopt;
  // Browsers take control bytes out, and a backslash for a slash (URL Standard).
  const bool is_plain =
      std::all_of(rd.begin(), rd.end(), [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
  if (!is_plain) return std::nullopt;
  if (rd.front() == '/') {
    if (rd.starts_with("//")) return std::nullopt;
    return std::string(origins.site_origin()).append(rd);
  }
  const auto scheme = rd.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  // Up to there, and nothing that could be a name before an '@'.
  const auto end = rd.find_first_of("/?#", scheme + 3);
  if (!origins.Admits(rd.substr(0, end))) return std::nullopt;
  return std::string(rd);
}

std::string WithSignInError(std::string_view address, std::string_view code) {
  std::string_view fragment;
  if (const auto hash = address.find('#'); hash != std::string_view::npos) {
    fragment = address.substr(hash);
    address.remove_suffix(fragment.size());
  }
  std::string query;
  if (const auto question = address.find('?'); question != std::string_view::npos) {
    query = WithoutError(address.substr(question + 1));
    address = address.substr(0, question);
  }
  if (!code.empty()) query.append(query.empty() ? "" : "&").append(kErrorName).append("=") += code;
  std::string with(address);
  if (!query.empty()) with.append("?").append(query);
  return with.append(fragment);
}

}  // namespace prichal::app
