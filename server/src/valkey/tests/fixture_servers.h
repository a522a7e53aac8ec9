#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/tests/fixture_held_port.h"
#include "valkey/client.h"
#include "valkey/slots.h"

namespace prichal::valkey {

/// For tests: a real server (Debian's redis-server, or the one that the environment variable
/// PRICHAL_VALKEY_SERVER names) on held loopback ports in a new folder. The process ends with the
/// object, or with the thread that started it.
class FixtureServer {
 public:
  struct Options {
    std::string host = "127.0.0.1";                       ///< a local address
    std::map<std::string, std::string> environment = {};  ///< added to the test's environment
    std::string parent = {};  ///< parent of the server's folder. Empty for the temporary directory
  };
  /// `arguments`: additional arguments of redis-server, such as {"--requirepass", "secret"}.
  explicit FixtureServer(std::vector<std::string> arguments = {});
  FixtureServer(std::vector<std::string> arguments, Options options);
  FixtureServer(const FixtureServer&) = delete;
  FixtureServer& operator=(const FixtureServer&) = delete;
  ~FixtureServer();

  /// Starts the process with its previous port and folder, and waits until it responds.
  void Start();
  void Kill();  ///< kill -9; connections are refused
  void Stop();  ///< SIGSTOP: connections stay open, but nothing responds
  void Continue();

  [[nodiscard]] std::uint16_t port() const { return port_.number(); }
  [[nodiscard]] std::uint16_t bus_port() const { return bus_port_.number(); }
  [[nodiscard]] pid_t pid() const { return pid_; }  ///< -1 if the process does not run
  [[nodiscard]] bool answers() const { return pid_ > 0 && !stopped_; }
  [[nodiscard]] const std::string& host() const { return options_.host; }
  [[nodiscard]] Endpoint endpoint() const { return {.host = host(), .port = port()}; }
  [[nodiscard]] const std::string& folder() const { return folder_; }

  /// Sends a command on a new connection and returns the reply, or an error reply if there is none.
  /// Authenticates with SetPassword()'s password.
  [[nodiscard]] Reply Run(const std::vector<std::string>& command) const;
  /// Returns one field of INFO. Empty if absent.
  [[nodiscard]] std::string Info(const std::string& field) const;
  void SetPassword(std::string password) { password_ = std::move(password); }

 private:
  std::vector<std::string> arguments_;
  Options options_;
  std::string folder_;
  std::string password_;
  HeldPort port_;
  HeldPort bus_port_;
  pid_t pid_ = -1;
  bool stopped_ = false;
};

/// For tests: a cluster with `masters` masters and `replicas_each` replicas each. All slots are
/// distributed evenly; cluster-node-timeout is one second.
class FixtureCluster {
 public:
  /// Creates the server with this index.
  using Make = std::function<std::unique_ptr<FixtureServer>(std::size_t index,
                                                            std::vector<std::string> arguments)>;

  explicit FixtureCluster(std::size_t masters, std::size_t replicas_each = 0,
                          const std::vector<std::string>& arguments = {}, const Make& make = {});

  [[nodiscard]] std::size_t size() const { return servers_.size(); }
  /// Initial masters first, then the first replica of each, in the same order.
  [[nodiscard]] FixtureServer& at(std::size_t index) { return *servers_.at(index); }
  [[nodiscard]] std::string IdOf(std::size_t index);
  /// URI with all servers: "redis://127.0.0.1:1,127.0.0.1:2,...".
  [[nodiscard]] std::string Uri() const;

  /// Returns the index of the slot's owner as server `asked` sees it, or size() if unknown.
  [[nodiscard]] std::size_t OwnerOf(std::uint16_t slot, std::size_t asked = 0);
  /// Makes a replica the master (CLUSTER FAILOVER) and waits until it is. `how`: empty, "FORCE" or
  /// "TAKEOVER".
  void Failover(std::size_t replica, const std::string& how = {});
  /// Moves a slot with its keys to another master, like `redis-cli --cluster reshard`. Calls
  /// `between` during the move before the keys are migrated, and `moved` after.
  void MoveSlot(std::uint16_t slot, std::size_t from, std::size_t to,
                const std::function<void()>& between = {}, const std::function<void()>& moved = {});
  /// Waits until all running servers agree that every slot has an owner.
  void AwaitWhole();

 private:
  std::vector<std::unique_ptr<FixtureServer>> servers_;
};

}  // namespace prichal::valkey
