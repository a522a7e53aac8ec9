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

namespace prichal::main {

/// Notifies the service manager of the state of the process with the protocol of sd_notify(3):
/// datagrams of `NAME=value` lines to the socket in NOTIFY_SOCKET. Errors are ignored; the service
/// manager then uses its own timeouts. Any thread.
class Notifier {
 public:
  /// `socket`: the value of NOTIFY_SOCKET, a path or "@name" for an abstract socket. Empty:
  /// notifications are not sent. The error names the socket and the reason.
  static Result<Notifier, std::string> Open(std::string_view socket);

  /// The start or a reload is complete. `status`: text for `systemctl status`.
  void Ready(std::string_view status) const;
  /// A reload has begun; Ready() ends it.
  void Reloading() const;
  /// The process is about to end.
  void Stopping(std::string_view status) const;
  /// Resets the service manager's watchdog. Call it more often than WatchdogInterval().
  void Feed() const;

 private:
  Notifier() = default;
  void Send(std::string_view lines) const;

  Descriptor socket_{-1};  ///< invalid if notifications are off
  sockaddr_un address_{};
  socklen_t address_size_ = 0;
};

/// Returns the value of an environment variable. Null if it is not set. `variables`: as in
/// environ(7).
[[nodiscard]] const char* Variable(const char* const* variables, std::string_view name);

/// Returns the watchdog timeout from WATCHDOG_USEC and WATCHDOG_PID (null if not set). Empty if the
/// watchdog is off or the variables are for another process than `self`.
[[nodiscard]] std::optional<std::chrono::microseconds> WatchdogInterval(const char* microseconds,
                                                                        const char* pid,
                                                                        pid_t self);

/// Sockets that the service manager has opened for this process, with the protocol of
/// sd_listen_fds(3). LISTEN_FDS is their number, LISTEN_FDNAMES their names, and LISTEN_PID the
/// process they are for. Main thread only.
class InheritedSockets {
 public:
  /// Default name of a socket.
  static constexpr std::string_view kUnnamed = "unknown";

  /// Creates an empty set.
  InheritedSockets() = default;

  /// Takes ownership of the sockets for process `self` and sets FD_CLOEXEC, so that child processes
  /// do not inherit them. `variables`: as in environ(7). Ignores numbers without an open
  /// descriptor.
  [[nodiscard]] static InheritedSockets Claim(const char* const* variables, pid_t self);

  /// Removes the three variables, so that child processes do not see them. Call it before any
  /// thread starts.
  static void ForgetVariables();

  /// Returns all sockets with this name, in order, because one unit can listen on several
  /// addresses. Each socket is returned only once.
  [[nodiscard]] std::vector<Descriptor> TakeByName(std::string_view name);

  /// Returns the names of the sockets not taken yet, without duplicates.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  struct Socket {
    std::string name;
    Descriptor descriptor;
  };
  std::vector<Socket> sockets_;
};

}  // namespace prichal::main
