#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"

namespace prichal::auth {

/// Largest file that a private key is read from, in bytes.
inline constexpr std::size_t kMaxKeyFile = 4096;

/// Largest file that tokens, secrets or addresses with a password are read from, in bytes.
inline constexpr std::size_t kMaxSecretFile = 64UL * 1024;

/// Reads and writes files that only this process's user can read. Every error is one line that
/// names the path, the reason and the fix, and has nothing of the file's content.
struct PrivateFile {
  /// The allowed owners of a file.
  enum class From {
    kOurFolder,  ///< this user's, and for nobody else; no symbolic link
    /// A file that the operator has named: owned by this user and readable by no other, or owned by
    /// root and readable by a group, as systemd's credentials (whose access list appears as group
    /// permissions) and mounted secrets are.
    kOperator,
  };
  /// Reads a file. Devices, pipes, folders and larger files are refused without being read.
  [[nodiscard]] static Result<SecretText, std::string> Read(const std::string& path,
                                                            std::size_t most_bytes, From from);

  /// Replaces the file atomically, also across a loss of power. One writer at a time: `<path>.tmp`
  /// is overwritten.
  [[nodiscard]] static Result<void, std::string> Write(const std::string& path,
                                                       std::string_view text);

  /// Creates a file that no other user can read. It is an error if the path exists, or is a
  /// terminal.
  [[nodiscard]] static Result<void, std::string> Create(const std::string& path,
                                                        std::string_view text);

  /// Creates the folder, but not its parents. An existing folder must belong to this user and be
  /// closed to others.
  [[nodiscard]] static Result<void, std::string> PrepareFolder(const std::string& path);

  /// Overwrites the file in place and removes it. A missing file is not an error. On disks and file
  /// systems that write changes to another place, the old bytes may remain.
  [[nodiscard]] static Result<void, std::string> Erase(const std::string& path);
};

}  // namespace prichal::auth
