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

/// Files that nobody but this process's user may read. Every error is one line that names the
/// path, the reason and the way out, and has nothing of what the file holds.
struct PrivateFile {
  /// Whose a file may be.
  enum class From {
    kOurFolder,  ///< this user's, and for nobody else; no symbolic link
    /// Of the operator, by its path: this user's and for nobody else, or root's, which a group may
    /// read, as systemd's credentials (their access list shows as the group's rights) and mounted
    /// secrets are.
    kOperator,
  };
  /// Devices, pipes and folders are refused without being read, larger files too.
  [[nodiscard]] static Result<SecretText, std::string> Read(const std::string& path,
                                                            std::size_t most_bytes, From from);

  /// Puts the text there at once: whoever reads the path gets what was there before or all of it,
  /// after a loss of power too. One writer at a time: what is at `<path>.tmp` is lost.
  [[nodiscard]] static Result<void, std::string> Write(const std::string& path,
                                                       std::string_view text);

  /// Makes a file that nobody else may read; one that is there already is an error, as is a
  /// terminal.
  [[nodiscard]] static Result<void, std::string> Create(const std::string& path,
                                                        std::string_view text);

  /// Makes the folder, but none above it; one that is there must be a folder of this user's that
  /// nobody else can look into.
  [[nodiscard]] static Result<void, std::string> PrepareFolder(const std::string& path);

  /// Overwrites the file where it is and removes it. One that is not there is no error. On disks
  /// and file systems that write every change to another place the old bytes may stay.
  [[nodiscard]] static Result<void, std::string> Erase(const std::string& path);
};

}  // namespace prichal::auth
