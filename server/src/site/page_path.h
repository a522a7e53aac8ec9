#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace prichal::host {

/// URL paths of a page of the build.
struct PagePath {
  std::string path;                    ///< canonical path
  std::vector<std::string> redirects;  ///< other spellings, which redirect to it
};

/// Returns the clean URL of a page, as generators of static sites use it. `guide/index.html` is
/// served at `/guide/`; `/guide` and `/guide/index.html` redirect. `guide/start.html` is served at
/// `/guide/start`; `/guide/start/` and `/guide/start.html` redirect. `file`: a percent-encoded path
/// without the leading '/' that ends with `.html`.
[[nodiscard]] PagePath PagePathOf(std::string_view file);

}  // namespace prichal::host
