#include "site/manifest.h"

#include <string_view>

#include "base/json_text.h"

namespace prichal::host {

std::string ManifestJson(const Options& options) {
  std::string json;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    json += json.empty() ? "{\"" : ",\"";
    json += name;
    json += "\":";
    AppendJsonString(json, value);
  };
  const bool own_icon = options.manifest_icon.starts_with('/');
  add("url", options.origin);
  add("name", options.manifest_name);
  add("iconUrl", own_icon ? options.origin + options.manifest_icon : options.manifest_icon);
  add("termsOfUseUrl", options.terms_of_use);
  add("privacyPolicyUrl", options.privacy_policy);
  return json + "}\n";
}

}  // namespace prichal::host
