#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/options.h"
#include "host/page_description.h"

namespace prichal::host {

/// The mini app's words in a language other than that of its page: `words/en.json` of the build, a
/// JSON object.
struct PageWords {
  std::string_view language;
  std::string_view json;
};

/// index.html of the mini app with the configuration put into its
/// `<script type="application/json" id="page-config">{}</script>`, so that one build serves any
/// product. The words stand in it too: the first paint waits for no other file.
/// Where visitors sign in, the module that does so stands behind that element.
[[nodiscard]] std::string ComposePage(std::string_view html, const PageDescription& description,
                                      const Options& options, const std::vector<PageWords>& words);

}  // namespace prichal::host
