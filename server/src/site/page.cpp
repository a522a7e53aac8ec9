#include "site/page.h"

#include <fmt/format.h>

#include "base/json_text.h"

namespace prichal::host {
namespace {

/// Appends JSON and escapes '<', which occurs only in JSON strings.
void AppendJson(std::string& out, std::string_view json) {
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
}

/// Returns `{"product":{"name":"Prichal","slug":"prichal"},"bot":null,"languages":["ru"]}`, with
/// `"words"` by language and the path of the `"stand"` if present. Strings contain no '<', so that
/// they cannot end the script element.
std::string PageConfig(const Options& options, const std::vector<PageWords>& words) {
  std::string json = R"({"product":{"name":)";
  AppendJsonString(json, options.product_name);
  json += R"(,"slug":)";
  AppendJsonString(json, options.product_slug);
  json += R"(},"bot":)";
  if (options.bot.empty()) {
    json += "null";
  } else {
    AppendJsonString(json, options.bot);
  }
  json += ",\"languages\":[";
  for (const auto& language : options.languages) {
    if (json.back() != '[') json += ',';
    AppendJsonString(json, language);
  }
  json += ']';
  if (!words.empty()) {
    json += ",\"words\":{";
    for (const auto& each : words) {
      if (json.back() != '{') json += ',';
      AppendJsonString(json, each.language);
      json += ':';
      AppendJson(json, each.json);
    }
    json += '}';
  }
  if (options.dev) json += R"(,"stand":"/stand/")";
  return json + '}';
}

}  // namespace

std::string ComposePage(std::string_view html, const PageDescription& description,
                        const Options& options, const std::vector<PageWords>& words) {
  const PageDescription::Range place = description.config.value();
  std::string page(html.substr(0, place.begin));
  page += PageConfig(options, words);
  const std::size_t behind = html.find('>', place.end);
  if (!options.sign_in || description.sign_in.empty() || behind == std::string_view::npos) {
    return page.append(html.substr(place.end));
  }
  page += html.substr(place.end, behind + 1 - place.end);
  page += fmt::format(R"(<script type="module" src="{}"></script>)", description.sign_in);
  return page.append(html.substr(behind + 1));
}

}  // namespace prichal::host
