#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/address.h"
#include "base/descriptor.h"
#include "base/result.h"

namespace prichal::net {

/// The name of a unix socket in the file system, removed with the object if it is still that of the
/// same socket: by then another server may have taken the place.
class UnixSocketFile {
 public:
  struct Bound;

  /// Listens there, non-blocking. What a server left that has ended is replaced; a socket that is
  /// listened on, or a file that is no socket, is an error. Nobody can connect before mode and
  /// group are those of `address`. Servers that start at once take turns: the folder is locked.
  [[nodiscard]] static Result<Bound, std::string> Bind(const ListenAddress& address);

  UnixSocketFile(UnixSocketFile&& other) noexcept;
  UnixSocketFile(const UnixSocketFile&) = delete;
  UnixSocketFile& operator=(const UnixSocketFile&) = delete;
  UnixSocketFile& operator=(UnixSocketFile&&) = delete;
  ~UnixSocketFile();

 private:
  UnixSocketFile(std::string path, dev_t device, ino_t node)
      : path_(std::move(path)), device_(device), node_(node) {}

  std::string path_;  ///< empty: it was moved away
  dev_t device_;
  ino_t node_;
};

struct UnixSocketFile::Bound {
  Descriptor socket;
  UnixSocketFile file;
};

struct BoundAddress {
  std::string address{};                  ///< with the real port
  std::vector<Descriptor> descriptors{};  ///< listening, non-blocking, as many as were asked for
  /// All descriptors are of one socket; else each is of its own, and the kernel spreads connections
  /// over them (SO_REUSEPORT).
  bool one_socket = false;
  std::optional<UnixSocketFile> file{};  ///< of a unix socket
};

/// Listens on an address with `count` descriptors. Returns an error if another socket listens
/// there, even one that would share the port.
[[nodiscard]] Result<BoundAddress, std::string> BindAll(const ListenAddress& address,
                                                        std::size_t count);

}  // namespace prichal::net
