#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace prichal {

/// Functions for the data folder and its database files. Errors are one line with path, reason and
/// fix. Any thread; no state.
///
/// New folders and files are private (0700, 0600). Existing ones keep their permissions, which an
/// operator may have extended to a group.
struct DataFolder {
  /// Creates the folder, but not its parents: a mistyped path is an error, not a new tree.
  static Result<void, std::string> Prepare(const std::string& folder);
  /// Checks whether Prepare() would succeed. Creates nothing.
  static Result<void, std::string> Check(const std::string& folder);
  /// Creates an empty file if there is none.
  static Result<void, std::string> PrepareFile(const std::string& path);
  /// Syncs a file, or the names in a folder, to the disk. False if that fails. Not for a file that
  /// SQLite has open.
  static bool Sync(const std::string& path);
  /// Renames a SQLite file that no process has open, with its `-wal` and `-shm` files, to
  /// `bridge.db.broken-20261123T010203Z` and so on. Returns the new path.
  static Result<std::string, std::string> SetAside(const std::string& path, Millis unix_time);
  /// Copies the log of such a file to the path that SetAside() would use. Returns that path. Empty
  /// if the copy fails.
  static std::string CopyLogAside(const std::string& path, Millis unix_time);
};

/// Identity and version of a file. A plain value.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;              ///< size; not compared by Same()
  std::chrono::nanoseconds changed{0};  ///< time of the last change; not compared by Same()

  [[nodiscard]] bool Same(const FileIdentity& other) const {
    return device == other.device && inode == other.inode;
  }
  bool operator==(const FileIdentity&) const = default;
};

/// Returns the identity of the file at `path`. Empty if there is none, or if it cannot be read.
[[nodiscard]] std::optional<FileIdentity> Identify(const std::string& path);

}  // namespace prichal
