#include "site/wallets/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "base/encoding.h"
#include "site/wallets_list.h"

namespace prichal::site::wallets {
namespace {

namespace json = boost::json;

/// A problem, as text that follows "entry 3". Empty if none.
using Problem = std::string;

constexpr std::size_t kNameBytes = 64;
constexpr std::size_t kUrlBytes = 2048;
constexpr std::size_t kEntryBytes = 16 * 1024;
constexpr std::size_t kMostItems = 32;  ///< of bridges, platforms or features
constexpr std::size_t kDepth = 12;

/// Returns the text of a member. Empty if it is missing or not a string.
std::string_view TextOf(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  const auto* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

bool IsVisibleAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

/// Returns whether text is safe to show: no control characters, and none of Unicode's bidirectional
/// controls (in UTF-8), which reorder the text next to them.
bool IsName(std::string_view text) {
  if (text.empty() || text.size() > kNameBytes) return false;
  for (const auto c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return false;
  }
  constexpr std::array<std::string_view, 14> kTurning{
      "\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b",
      "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"};
  return std::none_of(kTurning.begin(), kTurning.end(), [&](std::string_view one) {
    return text.find(one) != std::string_view::npos;
  });
}

bool IsUrl(std::string_view text) { return text.size() <= kUrlBytes && IsVisibleAscii(text); }

bool IsHttpsUrl(std::string_view text) {
  const auto origin = OriginOf(text);
  return IsUrl(text) && origin && origin->starts_with("https://");
}

/// Returns whether a link has a scheme that an app may register (RFC 3986 section 3.1), and none
/// that a browser executes or shows as a page of this site.
bool IsAppLink(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || !IsUrl(text)) return false;
  const std::string scheme = AsciiLower(std::string(text.substr(0, colon)));
  const bool fits =
      !scheme.empty() && scheme.front() >= 'a' && scheme.front() <= 'z' &&
      scheme.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+.-") == std::string::npos;
  constexpr std::array<std::string_view, 7> kRefused{"javascript", "data",  "blob",      "vbscript",
                                                     "file",       "about", "filesystem"};
  return fits && std::find(kRefused.begin(), kRefused.end(), scheme) == kRefused.end();
}

Problem CheckTexts(const json::object& wallet) {
  for (const auto* name : {"app_name", "name"}) {
    if (!IsName(TextOf(wallet, name))) {
      return fmt::format("\"{}\" must be 1 to {} bytes of visible text", name, kNameBytes);
    }
  }
  if (!IsHttpsUrl(TextOf(wallet, "about_url"))) return "\"about_url\" must be an https:// address";
  for (const auto* name : {"image", "universal_url"}) {
    if (!IsUrl(TextOf(wallet, name))) return fmt::format("\"{}\" is not a URL", name);
  }
  if (wallet.contains("deepLink") && !IsAppLink(TextOf(wallet, "deepLink"))) {
    return "\"deepLink\" must be a link to an app";
  }
  if (wallet.contains("tondns") && !IsName(TextOf(wallet, "tondns"))) {
    return "\"tondns\" must be a name";
  }
  return {};
}

Problem CheckItems(const json::object& wallet) {
  for (const auto* name : {"bridge", "platforms", "features"}) {
    const auto* value = wallet.if_contains(name);
    if (value != nullptr && value->as_array().size() > kMostItems) {
      return fmt::format("\"{}\" has more than {} items", name, kMostItems);
    }
  }
  for (const auto& platform : wallet.at("platforms").as_array()) {
    if (!IsName(platform.as_string())) return "\"platforms\" must be names";
  }
  for (const auto& item : wallet.at("bridge").as_array()) {
    const auto& bridge = item.as_object();
    if (TextOf(bridge, "type") == "sse" && !IsUrl(TextOf(bridge, "url"))) {
      return "bridge: \"url\" is not a URL";
    }
    const auto key = TextOf(bridge, "key");
    if (key.size() > kNameBytes || !IsVisibleAscii(key)) return "bridge: \"key\" is not a name";
  }
  return {};
}

/// Returns the first problem of an entry. Empty if none.
Problem Check(const json::value& entry, std::string_view own_origin) {
  WalletOrigins origins;
  auto problem = CheckWallet(entry, Schemes::kHttps, origins);
  if (!problem.empty()) return problem;
  const auto& wallet = entry.as_object();
  const auto* image = wallet.if_contains("image");
  const bool none = image != nullptr && image->is_string() && image->get_string().empty();
  if (!none) {
    const bool own = !own_origin.empty() && OriginOf(TextOf(wallet, "image")) == own_origin;
    const auto schemes = own ? Schemes::kHttpToo : Schemes::kHttps;
    problem = CheckImage(entry, schemes, origins);
  }
  if (problem.empty()) problem = CheckTexts(wallet);
  if (problem.empty()) problem = CheckItems(wallet);
  if (problem.empty() && json::serialize(entry).size() > kEntryBytes) {
    problem = fmt::format("has more than {} bytes", kEntryBytes);
  }
  return problem;
}

/// Returns the name of an entry for the log: its app_name if that is safe to show.
std::string Label(std::size_t index, const json::value& entry) {
  const auto* wallet = entry.if_object();
  const auto name = wallet == nullptr ? std::string_view() : TextOf(*wallet, "app_name");
  const bool shown = IsName(name) && IsVisibleAscii(name);
  return shown ? fmt::format("entry {} ({})", index + 1, name) : fmt::format("entry {}", index + 1);
}

}  // namespace

Result<List, std::string> ReadList(std::string_view text, std::string_view own_origin) {
  if (text.size() > kMostListBytes) {
    return Fail(fmt::format("the list has more than {} bytes", kMostListBytes));
  }
  boost::system::error_code error;
  json::parse_options options;
  options.max_depth = kDepth;
  const auto parsed = json::parse(text, error, {}, options);
  if (error) return Fail("the list is not valid JSON: " + error.message());
  const auto* entries = parsed.if_array();
  if (entries == nullptr || entries->empty()) {
    return Fail(std::string("the list must be a JSON array that is not empty"));
  }
  if (entries->size() > kMostWallets) {
    return Fail(fmt::format("the list has {} entries, at most {} are allowed", entries->size(),
                            kMostWallets));
  }
  List list;
  json::array fit;
  std::set<std::string, std::less<>> names;
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const auto& entry = (*entries)[i];
    auto problem = Check(entry, own_origin);
    if (problem.empty() && !names.emplace(TextOf(entry.as_object(), "app_name")).second) {
      problem = "has the \"app_name\" of an earlier entry";
    }
    if (!problem.empty()) {
      list.dropped.push_back(fmt::format("{}: {}", Label(i, entry), problem));
      continue;
    }
    const auto& wallet = entry.as_object();
    list.wallets.push_back({.app_name = std::string(TextOf(wallet, "app_name")),
                            .image = std::string(TextOf(wallet, "image"))});
    fit.push_back(entry);
  }
  if (fit.empty()) {
    return Fail(fmt::format("no valid entry in the list: {}", list.dropped.front()));
  }
  list.json = json::serialize(fit);
  return list;
}

}  // namespace prichal::site::wallets
