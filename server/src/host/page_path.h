#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace prichal::host {

/// Where a page of a build is served.
struct PagePath {
  std::string path;                    ///< the one address that the page has
  std::vector<std::string> redirects;  ///< other ways to write it, which lead there
};

/// Of `guide/index.html`: `/guide/`, where `/guide` and `/guide/index.html` lead; of
/// `guide/start.html`:
/// `/guide/start`, where `/guide/start/` and `/guide/start.html` lead. Generators of static sites
/// call these clean addresses. `file`: an address below '/', percent-encoded, that ends with
/// `.html`.
[[nodiscard]] PagePath PagePathOf(std::string_view file);

}  // namespace prichal::host
