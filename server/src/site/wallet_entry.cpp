#include "site/wallet_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/value.hpp>

#include "base/result.h"

namespace prichal::host {
namespace {

namespace json = boost::json;

/// The problem. Empty if there is none.
using Problem = std::string;

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

}  // namespace prichal::host
