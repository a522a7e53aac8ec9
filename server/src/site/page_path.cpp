#include "site/page_path.h"

#include <fmt/format.h>

#include "site/site_names.h"

namespace prichal::host {
namespace {

constexpr std::string_view kEnding = ".html";

}  // namespace

PagePath PagePathOf(std::string_view file) {
  const auto whole = fmt::format("/{}", file);
  const auto name = whole.rfind('/') + 1;
  PagePath page;
  if (std::string_view(whole).substr(name) == kIndex) {
    page.path = whole.substr(0, name);
    if (name > 1) page.redirects.push_back(whole.substr(0, name - 1));
  } else {
    page.path = whole.substr(0, whole.size() - kEnding.size());
    page.redirects.push_back(page.path + '/');
  }
  page.redirects.push_back(whole);
  return page;
}

}  // namespace prichal::host
