#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/fixture_held_port.h"
#include "valkey/reply.h"
#include "valkey/slots.h"

namespace prichal::valkey {

/// For tests: a real server (Debian's redis-server, or what the environment variable
/// PRICHAL_VALKEY_SERVER names) on held ports of loopback, in a fresh folder. Ends with the
/// object, and with the thread that has started it.
class FixtureServer {
 public:
  struct Options {
    std::string host = "127.0.0.1";                       ///< an address of this machine
    std::map<std::string, std::string> environment = {};  ///< beside ours
    std::string parent = {};  ///< where its folder is made; empty: where temporary ones are
  };
  /// `arguments`: further ones of redis-server, such as {"--requirepass", "secret"}.
  explicit FixtureServer(std::vector<std::string> arguments = {});
  FixtureServer(std::vector<std::string> arguments, Options options);
  FixtureServer(const FixtureServer&) = delete;
  FixtureServer& operator=(const FixtureServer&) = delete;
  ~FixtureServer();

  /// Starts the process, with the port and the folder that it had before, and waits until it
  /// answers.
  void Start();
  void Kill();  ///< kill -9; its port refuses
  void Stop();  ///< SIGSTOP: connections stay, nothing answers
  void Continue();

  [[nodiscard]] std::uint16_t port() const { return port_.number(); }
  [[nodiscard]] std::uint16_t bus_port() const { return bus_port_.number(); }
  [[nodiscard]] pid_t pid() const { return pid_; }  ///< -1: it does not run
  [[nodiscard]] bool answers() const { return pid_ > 0 && !stopped_; }
  [[nodiscard]] const std::string& host() const { return options_.host; }
  [[nodiscard]] Endpoint endpoint() const { return {.host = host(), .port = port()}; }
  [[nodiscard]] const std::string& folder() const { return folder_; }

  /// Sends a command on a connection of its own and waits for the answer; an error's text where
  /// there is none. Logs in with `password()`.
  [[nodiscard]] Reply Ask(const std::vector<std::string>& command) const;
  /// One field of INFO; empty: not there.
  [[nodiscard]] std::string Info(const std::string& field) const;
  void UsePassword(std::string password) { password_ = std::move(password); }

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

/// For tests: a cluster of so many masters, with so many replicas each, which shares out all slots
/// evenly. cluster-node-timeout is one second.
class FixtureCluster {
 public:
  /// Makes the server with this index.
  using Make = std::function<std::unique_ptr<FixtureServer>(std::size_t index,
                                                            std::vector<std::string> arguments)>;

  explicit FixtureCluster(std::size_t masters, std::size_t replicas_each = 0,
                          const std::vector<std::string>& arguments = {}, const Make& make = {});

  [[nodiscard]] std::size_t size() const { return servers_.size(); }
  /// The masters of the start come first; then the first replica of each, in their order.
  [[nodiscard]] FixtureServer& at(std::size_t index) { return *servers_.at(index); }
  [[nodiscard]] std::string IdOf(std::size_t index);
  /// "redis://127.0.0.1:1,127.0.0.1:2,...": all of them.
  [[nodiscard]] std::string Uri() const;

  /// Who owns the slot, as the server `asked` sees it; size(): nobody that is known.
  [[nodiscard]] std::size_t OwnerOf(std::uint16_t slot, std::size_t asked = 0);
  /// A replica takes over in order (CLUSTER FAILOVER); waits until it is the master. `how`: empty,
  /// "FORCE" or "TAKEOVER".
  void Failover(std::size_t replica, const std::string& how = {});
  /// Moves a slot with all its keys from its owner to another master, as `redis-cli --cluster
  /// reshard` does it. Called while the slot is on its way: `between`, its keys still there;
  /// `moved`, all of them gone.
  void MoveSlot(std::uint16_t slot, std::size_t from, std::size_t to,
                const std::function<void()>& between = {}, const std::function<void()>& moved = {});
  /// Waits until all that run agree that all slots are owned.
  void AwaitWhole();

 private:
  std::vector<std::unique_ptr<FixtureServer>> servers_;
};

}  // namespace prichal::valkey
