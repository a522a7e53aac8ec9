#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/address.h"
#include "base/descriptor.h"
#include "base/result.h"

namespace prichal::http {

/// A Unix socket in the file system. The destructor removes the file if it still belongs to this
/// socket, because another server can have replaced it.
class UnixSocketFile {
 public:
  struct Bound;

  /// Listens on a Unix socket, non-blocking. Replaces the stale socket of a server that has ended.
  /// Returns an error if another process listens there or if the file is not a socket. Clients can
  /// connect only after mode and group are set. Locks the folder, so that servers that start at the
  /// same time do not conflict.
  [[nodiscard]] static Result<Bound, std::string> Bind(const ListenAddress& address);

  UnixSocketFile(UnixSocketFile&& other) noexcept;
  UnixSocketFile(const UnixSocketFile&) = delete;
  UnixSocketFile& operator=(const UnixSocketFile&) = delete;
  UnixSocketFile& operator=(UnixSocketFile&&) = delete;
  ~UnixSocketFile();

 private:
  UnixSocketFile(std::string path, dev_t device, ino_t node)
      : path_(std::move(path)), device_(device), node_(node) {}

  std::string path_;  ///< empty after a move
  dev_t device_;
  ino_t node_;
};

/// A listening socket and its file.
struct UnixSocketFile::Bound {
  Descriptor socket;
  UnixSocketFile file;
};

/// Result of BindAll().
struct BoundAddress {
  std::string address{};                  ///< with the actual port
  std::vector<Descriptor> descriptors{};  ///< listening, non-blocking, as many as requested
  /// True if all descriptors are duplicates of one socket. Otherwise each has its own, and the
  /// kernel distributes connections (SO_REUSEPORT).
  bool one_socket = false;
  std::optional<UnixSocketFile> file{};  ///< set for a Unix socket
};

/// Listens on an address with `count` descriptors. Returns an error if another socket listens
/// there, even one that allows port sharing.
[[nodiscard]] Result<BoundAddress, std::string> BindAll(const ListenAddress& address,
                                                        std::size_t count);

}  // namespace prichal::http
