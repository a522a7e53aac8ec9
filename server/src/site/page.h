#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/options.h"
#include "site/page_description.h"

namespace prichal::host {

/// Texts of the mini app in an additional language: the JSON object of the build's `words/en.json`.
/// The views must outlive ComposePage().
struct PageWords {
  std::string_view language;
  std::string_view json;
};

/// Inserts the configuration into the page's `<script type="application/json"
/// id="page-config">{}</script>`, so that one build serves any product. The texts are inline, so
/// the first paint needs no other file. If users sign in, adds the sign-in module after that
/// element.
[[nodiscard]] std::string ComposePage(std::string_view html, const PageDescription& description,
                                      const Options& options, const std::vector<PageWords>& words);

}  // namespace prichal::host
