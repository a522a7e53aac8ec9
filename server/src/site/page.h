#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "site/site.h"

namespace prichal::site {

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

/// Returns the `Link` header line with CRLF that preloads the code for a path (RFC 8288; rel
/// `modulepreload`, HTML section 4.6.7.8). Empty if there is nothing to preload.
[[nodiscard]] std::string PreloadLine(const PageDescription::Preloads& preloads,
                                      std::string_view path);

/// Encodes a text as a QR code (ISO/IEC 18004) in SVG: byte mode, error correction L, the smallest
/// version that fits. Black on white with the required quiet zone of four modules, independent of
/// the theme, because scanners need it. Empty if the text has more than 858 bytes; modules of
/// larger codes are too small on a screen.
[[nodiscard]] std::optional<std::string> QrSvg(std::string_view text);

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

/// Returns the body of `/tonconnect-manifest.json`, from which wallets show the requesting app (TON
/// Connect, requests-responses.md, "App manifest"). Its `url` is the origin without a trailing
/// slash.
[[nodiscard]] std::string ManifestJson(const Options& options);

/// The page at `/` of a server without a mini app, and its Content-Security-Policy.
struct StatusPage {
  std::string html;
  std::string policy;
};

[[nodiscard]] StatusPage MakeStatusPage();

/// Title element of the status page. `prichal doctor` recognizes the page by it.
inline constexpr std::string_view kStatusTitle = "<title>TON Connect bridge</title>";

}  // namespace prichal::site
