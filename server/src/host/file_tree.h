#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace prichal::host {

/// A file of a web build, with the compressed copies that the build laid beside it.
struct File {
  std::string path;  ///< below the directory, with '/' between: "assets/index-a1b2.js"
  std::string bytes;
  std::optional<std::string> brotli;  ///< content of `<path>.br`
  std::optional<std::string> gzip;    ///< content of `<path>.gz`
};

/// Reads all that may be served from a directory, sorted by path. Left out: names that begin with a
/// dot, symbolic links to directories or out of the directory, and what is no regular file. The
/// error is one line that names the path and the reason.
[[nodiscard]] Result<std::vector<File>, std::string> ReadTree(const std::string& directory);

/// The file of this path, or null.
[[nodiscard]] const File* FindFile(const std::vector<File>& files, std::string_view path);

}  // namespace prichal::host
