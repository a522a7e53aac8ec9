#include "site/wallets_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <iterator>
#include <utility>

namespace prichal::site {
namespace {

namespace json = boost::json;

/// Text of a problem.
using Problem = std::string;

Result<json::value, Problem> Parse(std::string_view text) {
  boost::system::error_code error;
  auto value = json::parse({text.data(), text.size()}, error);
  if (error) return Fail(Problem("is not valid JSON: " + error.message()));
  return value;
}

/// Returns the wallet with its bridge replaced by the one at `origin`, where the dev wallet
/// responds.
json::value PlayedHere(json::value wallet, std::string_view origin) {
  for (auto& bridge : wallet.at("bridge").as_array()) {
    if (bridge.at("type") == "sse") bridge.at("url") = fmt::format("{}/bridge", origin);
  }
  return wallet;
}

std::string WithOrigin(std::string_view text, std::string_view origin) {
  constexpr std::string_view kMark = "{origin}";
  std::string out;
  for (auto at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark)) {
    out += text.substr(0, at);
    out += origin;
    text.remove_prefix(at + kMark.size());
  }
  return out += text;
}

/// Checks an entry and adds its origins.
Problem Take(const json::value& wallet, Schemes schemes, bool has_own_icon, WalletsList& list) {
  WalletOrigins origins;
  auto problem = CheckWallet(wallet, schemes, origins);
  if (problem.empty() && !has_own_icon) problem = CheckImage(wallet, schemes, origins);
  if (!problem.empty()) return problem;
  std::move(origins.bridges.begin(), origins.bridges.end(),
            std::back_inserter(list.bridge_origins));
  if (!has_own_icon) list.image_origins.push_back(std::move(origins.image));
  return {};
}

/// Returns the URL of the wallet's icon on this site. Empty if there is none; widgets then show a
/// letter.
std::string IconOf(const json::value& wallet, const WalletIcons& icons, std::string_view origin) {
  const auto& name = wallet.at("app_name").as_string();
  const auto icon = icons.find(std::string_view(name.data(), name.size()));
  return icon == icons.end() ? std::string() : fmt::format("{}{}", origin, icon->second.path);
}

/// The problem. Empty if there is none.

const json::string* FindText(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  return value == nullptr ? nullptr : value->if_string();
}

Result<std::string, Problem> UrlOrigin(const json::object& object, std::string_view name,
                                       Schemes schemes) {
  const auto* url = FindText(object, name);
  auto origin = url == nullptr ? std::nullopt : OriginOf({url->data(), url->size()});
  if (!origin || (schemes == Schemes::kHttps && !origin->starts_with("https://"))) {
    return Fail(Problem(fmt::format("\"{}\" must be an https:// address", name)));
  }
  return *std::move(origin);
}

bool IsTextList(const json::value& value) {
  const auto* list = value.if_array();
  return list != nullptr && std::all_of(list->begin(), list->end(),
                                        [](const json::value& item) { return item.is_string(); });
}

Problem CheckBridges(const json::object& wallet, Schemes schemes, WalletOrigins& origins) {
  const auto* value = wallet.if_contains("bridge");
  const auto* bridges = value == nullptr ? nullptr : value->if_array();
  if (bridges == nullptr || bridges->empty()) return "\"bridge\" must be a list that is not empty";
  for (const auto& item : *bridges) {
    const auto* bridge = item.if_object();
    const auto* type = bridge == nullptr ? nullptr : FindText(*bridge, "type");
    if (type == nullptr || (*type != "sse" && *type != "js")) {
      return R"(the "type" of a bridge must be "sse" or "js")";
    }
    if (*type == "js") {
      const auto* key = FindText(*bridge, "key");
      if (key == nullptr || key->empty()) return R"(the "key" of a js bridge must be a text)";
      continue;
    }
    auto origin = UrlOrigin(*bridge, "url", schemes);
    if (!origin) return "bridge: " + origin.error();
    origins.bridges.push_back(*std::move(origin));
  }
  return {};
}

}  // namespace

Result<WalletsList, std::string> ComposeWallets(std::string_view list,
                                                std::optional<std::string_view> dev_entry,
                                                std::string_view origin, const WalletIcons* icons) {
  const auto parsed = Parse(list);
  if (!parsed) return Fail(Problem("the list " + parsed.error()));
  const auto* wallets = parsed->if_array();
  if (wallets == nullptr || wallets->empty()) {
    return Fail(Problem("the list must be a JSON array that is not empty"));
  }

  WalletsList result;
  json::array all;
  if (dev_entry) {
    auto entry = Parse(WithOrigin(*dev_entry, origin));
    if (!entry) return Fail(Problem("the entry of the dev wallet " + entry.error()));
    const auto problem = Take(*entry, Schemes::kHttpToo, false, result);
    if (!problem.empty()) return Fail(Problem("the entry of the dev wallet: " + problem));
    all.push_back(*std::move(entry));
  }
  const auto dev_name = all.empty() ? json::value() : all[0].at("app_name");
  for (std::size_t i = 0; i < wallets->size(); ++i) {
    const auto& wallet = (*wallets)[i];
    const auto problem = Take(wallet, Schemes::kHttps, icons != nullptr, result);
    if (!problem.empty()) return Fail(fmt::format("entry {} of the list: {}", i + 1, problem));
    if (wallet.at("app_name") == dev_name) continue;
    all.push_back(dev_entry ? PlayedHere(wallet, origin) : wallet);
    if (icons != nullptr) all.back().as_object()["image"] = IconOf(wallet, *icons, origin);
  }
  // The page does not need bridges that the served list does not contain.
  if (dev_entry) result.bridge_origins = {std::string(origin)};
  // The list always has icons of this origin, whichever host name the user opened.
  if (icons != nullptr) result.image_origins.emplace_back(origin);
  result.json = json::serialize(all);
  return result;
}

std::string CheckWallet(const json::value& entry, Schemes schemes, WalletOrigins& origins) {
  const auto* wallet = entry.if_object();
  if (wallet == nullptr) return "is not an object";
  for (const auto* name : {"app_name", "name", "about_url"}) {
    const auto* text = FindText(*wallet, name);
    if (text == nullptr || text->empty()) return fmt::format("\"{}\" must be a text", name);
  }
  if (wallet->contains("universal_url")) {
    if (const auto url = UrlOrigin(*wallet, "universal_url", schemes); !url) return url.error();
  }
  const auto* platforms = wallet->if_contains("platforms");
  if (platforms == nullptr || !IsTextList(*platforms)) {
    return "\"platforms\" must be a list of texts";
  }
  const auto* features = wallet->if_contains("features");
  if (features != nullptr && !features->is_array()) return "\"features\" must be a list";
  return CheckBridges(*wallet, schemes, origins);
}

std::string CheckImage(const json::value& entry, Schemes schemes, WalletOrigins& origins) {
  auto image = UrlOrigin(entry.as_object(), "image", schemes);
  if (!image) return image.error();
  origins.image = *std::move(image);
  return {};
}

std::optional<std::string> OriginOf(std::string_view url) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!url.starts_with(scheme)) continue;
    const auto authority = url.substr(scheme.size());
    const auto host = authority.substr(0, authority.find_first_of("/?#"));
    const bool fits = !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
             std::string_view("-._:[]").find(c) != std::string_view::npos;
    });
    if (fits) return std::string(scheme) + std::string(host);
  }
  return std::nullopt;
}

}  // namespace prichal::site
