#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace prichal::host {

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

/// Finds a file by its path. Null if absent. Valid as long as `files`.
[[nodiscard]] const File* FindFile(const std::vector<File>& files, std::string_view path);

}  // namespace prichal::host
