#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::site {

/// A file of a web build with the compressed copies next to it.
struct File {
  std::string path;  ///< relative to the directory, separated by '/': "assets/index-a1b2.js"
  std::string bytes;
  std::optional<std::string> brotli;  ///< content of `<path>.br`. Empty if absent
  std::optional<std::string> gzip;    ///< content of `<path>.gz`. Empty if absent
};

/// Reads all servable files below a directory, sorted by path. Skips names that begin with a dot,
/// symbolic links to directories or out of the directory, and special files. The error is one line
/// with path and reason. Blocks.
[[nodiscard]] Result<std::vector<File>, std::string> ReadTree(const std::string& directory);

/// A web build, read into memory.
struct Build {
  std::string key;     ///< its key in the configuration: "site.web"
  std::string folder;  ///< value of the key
  std::vector<File> files;

  /// Finds a file by its path. Null if absent. Valid as long as `files`.
  [[nodiscard]] const File* Find(std::string_view path) const;
  /// Returns a problem with the build as one line.
  [[nodiscard]] std::string Problem(std::string_view reason) const;
};

/// All files of a site.
struct SiteFiles {
  Build web;    ///< the mini app; empty if the server has none
  Build stand;  ///< the sandbox; empty outside development
};

/// Reads the builds. `web`: empty if the server has no mini app. `stand`: null outside development.
/// The error is all problems, one line each with path, reason and fix. Blocks.
[[nodiscard]] Result<SiteFiles, std::vector<std::string>> ReadSite(const std::string& web,
                                                                   const std::string* stand);

/// File names of a build that the server knows.
inline constexpr std::string_view kIndex = "index.html";
inline constexpr std::string_view kWallets = "wallets-v2.json";
/// Fixes of a missing or invalid kWallets and of the sandbox's files.
inline constexpr std::string_view kFixList =
    "copy that file from the folder of the mini app's build, or from /usr/share/prichal/web";
inline constexpr std::string_view kFixStand =
    "build the sandbox with `npm run build:stand`, or start without --dev";
inline constexpr std::string_view kDevEntry = "wallet-entry.json";  ///< in the sandbox's build
/// The fix if a page has no description, or that of another page.
inline constexpr std::string_view kFixDescription =
    "run `node script/describe-pages.mjs FOLDER` of Prichal's source code after each build of the "
    "page";

}  // namespace prichal::site
