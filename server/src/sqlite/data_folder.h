#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace prichal::sqlite {

/// The folder and the files in it where messages outlive a restart. Errors are lines that name the
/// path, the reason and the way out.
///
/// What is made here is for this user alone (0700, 0600). What is there already keeps its rights:
/// an operator may have given some to a group.
struct DataFolder {
  /// Makes the folder, but none above it: a mistyped path is an error, not a new tree.
  static Result<void, std::string> Prepare(const std::string& folder);
  /// An empty file, when there is none.
  static Result<void, std::string> PrepareFile(const std::string& path);
  /// What was written to this file, or what was made, renamed and removed in this folder, is safe
  /// on the disk when this returns. False when the system refuses. Not for a file that SQLite has
  /// open.
  static bool Sync(const std::string& path);
  /// Renames a SQLite file that no process has open, and what lies beside it (`-wal`, `-shm`), so
  /// that they still belong together: `bridge.db.broken-20261123T010203Z` and so on. Gives the new
  /// path.
  static Result<std::string, std::string> SetAside(const std::string& path, Millis unix_time);
  /// Copies the log of such a file to where SetAside() would put it; gives that path, empty when it
  /// cannot.
  static std::string CopyLogAside(const std::string& path, Millis unix_time);
};

/// Which file a path leads to.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;  ///< its size; no part of its identity

  [[nodiscard]] bool Same(const FileIdentity& other) const {
    return device == other.device && inode == other.inode;
  }
};

/// Nothing when there is no file, or none that can be looked at.
[[nodiscard]] std::optional<FileIdentity> Identify(const std::string& path);

}  // namespace prichal::sqlite
