#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace prichal::chaos {

/// A simulated network of machines: network namespaces, each with an address and a link to the
/// namespace of this process in the middle, which can drop packets between two of them. Packets
/// disappear silently, as on a broken path.
///
/// Moves the calling process into a new user namespace and leaves it there, so that no privileges
/// are needed. Requires `ip` (iproute2).
class Network {
 public:
  /// Enters the namespaces. Call it before any thread is started. Returns the reason if that is not
  /// possible. Empty on success.
  [[nodiscard]] static std::string Enter();

  /// Creates the machines. Call it after Enter(). Throws if something is missing.
  explicit Network(std::size_t machines);
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  ~Network();

  /// IP address of a machine.
  [[nodiscard]] static std::string HostOf(std::size_t machine);
  /// Runs `action` on a machine. Processes that it starts run there.
  void At(std::size_t machine, const std::function<void()>& action) const;

  /// Drops all packets from one machine to the other.
  void Drop(std::size_t from, std::size_t to);
  /// Drops all packets between `side` and the other machines.
  void Split(const std::set<std::size_t>& side);
  /// Removes all drops.
  void Heal();

 private:
  int middle_ = -1;
  std::vector<int> machines_;
  std::size_t rules_ = 0;
};

}  // namespace prichal::chaos
