#include "site/wallets.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <utility>

#include "site/wallet_entry.h"

namespace prichal::host {
namespace {

namespace json = boost::json;

/// The problem.
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
  // The list always contains this origin, whichever host name the user opened.
  if (icons != nullptr) result.image_origins.emplace_back(origin);
  result.json = json::serialize(all);
  return result;
}

}  // namespace prichal::host
