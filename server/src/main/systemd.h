#pragma once

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace prichal::systemd {

/// Tells the service manager how the process is doing, by the protocol of sd_notify(3): a datagram
/// of `NAME=value` lines to the socket that NOTIFY_SOCKET names. Nothing of it fails for the
/// caller: a manager that cannot be told acts by its own deadlines.
///
/// Any thread.
class Notifier {
 public:
  /// `socket`: as in NOTIFY_SOCKET, "/a/path" or "@a name" of the abstract namespace; empty:
  /// nobody is told. The error names the socket and the reason.
  static Result<Notifier, std::string> Open(std::string_view socket);

  /// The start, or a reload, is done. `status`: what `systemctl status` shows.
  void Ready(std::string_view status) const;
  /// A reload begins; Ready() ends it.
  void Reloading() const;
  /// The process is about to end.
  void Stopping(std::string_view status) const;
  /// The process lives: to be said more often than WatchdogInterval().
  void Feed() const;

 private:
  Notifier() = default;
  void Send(std::string_view lines) const;

  Descriptor socket_{-1};  ///< none: nobody is told
  sockaddr_un address_{};
  socklen_t address_size_ = 0;
};

/// How often Feed() has to come at least, by WATCHDOG_USEC and WATCHDOG_PID (null: not set); never
/// when the process is not watched or when they were meant for another one than `self`.
[[nodiscard]] std::optional<std::chrono::microseconds> WatchdogInterval(const char* microseconds,
                                                                        const char* pid,
                                                                        pid_t self);

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
