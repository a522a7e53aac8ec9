#include "host/page.h"

#include "base/json_text.h"
#include "host/html.h"
#include "http/token.h"

namespace prichal::host {
namespace {

/// `{"product":{"name":"Prichal","slug":"prichal"},"bot":null}`; strings carry no '<', so that
/// nothing in them can end the script element.
std::string PageConfig(const Options& options) {
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
  return json + '}';
}

}  // namespace

Result<std::string, std::string> ComposePage(std::string_view html, const Options& options) {
  const Script* place = nullptr;
  const auto scripts = FindScripts(html);
  for (const auto& script : scripts) {
    if (script.id != "page-config" || script.type != "application/json") continue;
    if (place != nullptr) return Fail(std::string("it has two elements with the id page-config"));
    place = &script;
  }
  if (place == nullptr || http::TrimSpace(place->content) != "{}") {
    return Fail(
        std::string(R"(it lacks <script type="application/json" id="page-config">{}</script>)"));
  }
  const auto start = static_cast<std::size_t>(place->content.data() - html.data());
  std::string page(html.substr(0, start));
  page += PageConfig(options);
  page += html.substr(start + place->content.size());
  return page;
}

}  // namespace prichal::host
