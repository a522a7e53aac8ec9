// Fuzzes index.html.json: accepted values stay within the page, its policy and its Link line.
// `{sha256}` in the input is replaced by the page's digest.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "site/content_security_policy.h"
#include "site/page.h"
#include "site/resource.h"

namespace {

constexpr std::string_view kPage =
    "<!doctype html><script type=\"application/json\" id=\"page-config\"> {} </script><p>{}</p>";

void MustBeOneLine(std::string_view line) {
  if (line.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::site;
  static const std::string digest = prichal::HexEncode(prichal::Sha256(prichal::BytesOf(kPage)));
  constexpr std::string_view kMark = "{sha256}";
  std::string json(reinterpret_cast<const char*>(data), size);
  if (const auto at = json.find(kMark); at != std::string::npos) {
    json.replace(at, kMark.size(), digest);
  }
  const auto description = ReadPageDescription(json, kPage);
  if (!description) {
    MustBeOneLine(description.error());
    return 0;
  }
  MustBeOneLine(AppPolicy({.scripts = description->scripts, .styles = description->styles}, {}));
  for (const auto* hashes : {&description->scripts, &description->styles}) {
    for (const auto& hash : *hashes) {
      if (hash.size() != std::string_view("'sha256-'").size() + 44) std::abort();
    }
  }
  for (const auto& [path, files] : description->preloads) {
    const auto line = PreloadLine(description->preloads, path);
    if (!line.empty()) MustBeOneLine(std::string_view(line).substr(0, line.size() - 2));
  }
  if (description->config) {
    const auto page = ComposePage(kPage, *description, {.sign_in = true}, {});
    if (page.find(R"(>{"product":)") == std::string::npos) std::abort();
  }
  return 0;
}
