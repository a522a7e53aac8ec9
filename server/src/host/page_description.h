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

/// What the server has to know of a page, found by an HTML parser when the page was built
/// (script/vite/describe-pages.mjs), so that the server reads no HTML.
struct PageDescription {
  /// A part of the page, in bytes from its start.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// Files to load with the page, by its path; under `*` for any other.
  using Preloads = std::map<std::string, std::vector<std::string>, std::less<>>;

  std::vector<std::string> scripts;  ///< `'sha256-…'` of each inline script, for script-src
  std::vector<std::string> styles;   ///< the same of each style element, for style-src
  Preloads preloads;                 ///< addresses on this site that fit into a `Link` line
  std::optional<Range> config;       ///< `{}`, in whose place the page's configuration goes
  /// Address on this site of the module that signs visitors in; empty: the build has none.
  std::string sign_in;
};

/// The end of its name: `index.html.json` describes `index.html`.
inline constexpr std::string_view kDescriptionEnding = ".json";

/// Reads the description of `page`, and checks that it is about these very bytes. The error is one
/// line that begins with what is wrong.
[[nodiscard]] Result<PageDescription, std::string> ReadPageDescription(std::string_view json,
                                                                       std::string_view page);

}  // namespace prichal::host
