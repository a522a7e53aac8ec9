#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace prichal::chaos {

/// Machines on one network: network namespaces, each with an address and a wire to the one in the
/// middle, which is where this process is, and which may drop what one of them sends to another.
/// Packets vanish as they do on a broken way: nobody is told.
///
/// Takes the calling process into a user namespace of its own, so that it needs no privileges, and
/// leaves it there. Needs `ip` (iproute2).
class Network {
 public:
  /// Why there can be none; before any thread is started. Empty: the process is inside now.
  [[nodiscard]] static std::string Enter();

  /// After Enter(). Throws when something is missing.
  explicit Network(std::size_t machines);
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  ~Network();

  [[nodiscard]] static std::string HostOf(std::size_t machine);
  /// What is started by `action` runs on that machine.
  void At(std::size_t machine, const std::function<void()>& action) const;

  /// What one sends does not reach the other.
  void Drop(std::size_t from, std::size_t to);
  /// Neither side reaches the other.
  void Split(const std::set<std::size_t>& side);
  /// All reach all.
  void Heal();

 private:
  int middle_ = -1;
  std::vector<int> machines_;
  std::size_t rules_ = 0;
};

}  // namespace prichal::chaos
