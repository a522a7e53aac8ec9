#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::host {

/// Facts about an HTML page that the server needs. The build extracts them with an HTML parser
/// (script/vite/describe-pages.mjs), so the server does not parse HTML.
struct PageDescription {
  /// A byte range of the page: [begin, end).
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// Files to preload by path of the page. `*` is the default.
  using Preloads = std::map<std::string, std::vector<std::string>, std::less<>>;

  std::vector<std::string> scripts;  ///< `'sha256-…'` of each inline script, for script-src
  std::vector<std::string> styles;   ///< `'sha256-…'` of each style element, for style-src
  Preloads preloads;                 ///< paths on this site that are safe in a `Link` header
  std::optional<Range> config;       ///< position of `{}` that the page's configuration replaces
  /// Path of the sign-in module on this site. Empty if the build has none.
  std::string sign_in;
};

/// Extension of a description: `index.html.json` describes `index.html`.
inline constexpr std::string_view kDescriptionEnding = ".json";

/// Parses the description of `page` and verifies that its digest matches. The error is one line
/// that begins with the problem.
[[nodiscard]] Result<PageDescription, std::string> ReadPageDescription(std::string_view json,
                                                                       std::string_view page);

}  // namespace prichal::host
