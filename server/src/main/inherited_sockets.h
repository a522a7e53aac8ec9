#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.h"

namespace prichal::systemd {

/// The sockets that the service manager has opened for this process, by the protocol of
/// sd_listen_fds(3): how many there are says LISTEN_FDS, what they are called LISTEN_FDNAMES, and
/// whom they are for LISTEN_PID.
///
/// Belongs to the main thread.
class InheritedSockets {
 public:
  /// What an unnamed socket is called.
  static constexpr std::string_view kUnnamed = "unknown";

  /// None.
  InheritedSockets() = default;

  /// Those for process `self`: from now on they are nobody else's, and no process that is started
  /// from here has them. `variables`: as in environ(7). Numbers that no descriptor has are passed
  /// over.
  [[nodiscard]] static InheritedSockets Claim(const char* const* variables, pid_t self);

  /// The three variables are for this process alone, not for one that it starts. Before any thread.
  static void ForgetVariables();

  /// All that have this name, in their order: one unit may listen on several addresses. Each is
  /// asked for once.
  [[nodiscard]] std::vector<Descriptor> TakeByName(std::string_view name);

  /// The names of those that nobody has asked for, each once.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  struct Socket {
    std::string name;
    Descriptor descriptor;
  };
  std::vector<Socket> sockets_;
};

}  // namespace prichal::systemd
