#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::chaos {

/// What happens to a cluster whose losses are counted.
struct Harm {
  std::string_view name;
  std::string_view about;
};
[[nodiscard]] const std::vector<Harm>& Harms();

/// A choice of an operator, and how often it is tried.
struct LossOptions {
  std::string harm = "master-kill";  ///< one of Harms()
  int replicas = 0;                  ///< store.valkey_replicas
  /// appendfsync of the servers: "no", "everysec" or "always"; "none": they have no file at all.
  std::string file = "none";
  std::uint64_t rounds = 10;
  double rate = 2000;  ///< messages a second
  double seconds = 3;  ///< of traffic before the harm
  std::string disk;    ///< for "power-cut": where a file system is mounted that nobody else uses
  std::uint64_t seed = 1;
};

struct Losses {
  std::uint64_t acknowledged = 0;
  std::uint64_t lost = 0;       ///< acknowledged, and in no mailbox afterwards
  std::uint64_t most_lost = 0;  ///< in one round
  std::uint64_t harmless = 0;   ///< rounds in which nothing was lost
};

/// Senders post to client ids that nobody listens to, a cluster of three masters with a replica
/// each is harmed, and when it is whole again every mailbox is read. Losses are counted and no
/// mistake. The error says why nothing could be counted.
[[nodiscard]] Result<Losses, std::string> CountLosses(const LossOptions& options);

}  // namespace prichal::chaos
