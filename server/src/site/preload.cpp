#include "site/preload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace prichal::host {
namespace {

/// The build does not know the product's slug, so its purchase path ends here.
constexpr std::string_view kBuy = "/buy-";
/// Default entry for all other paths.
constexpr std::string_view kOther = "*";

}  // namespace

std::string PreloadLine(const PageDescription::Preloads& preloads, std::string_view path) {
  auto found = preloads.find(path.starts_with(kBuy) ? kBuy : path);
  if (found == preloads.end()) found = preloads.find(kOther);
  if (found == preloads.end() || found->second.empty()) return {};
  std::vector<std::string> links;
  links.reserve(found->second.size());
  for (const auto& file : found->second) {
    links.push_back(fmt::format("<{}>; rel={}", file,
                                file.ends_with(".css") ? "preload; as=style" : "modulepreload"));
  }
  return fmt::format("Link: {}\r\n", fmt::join(links, ", "));
}

}  // namespace prichal::host
