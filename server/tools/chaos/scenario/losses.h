#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::chaos {

/// A fault of a cluster whose message losses are counted.
struct Harm {
  std::string_view name;
  std::string_view about;
};
/// All faults that CountLosses() knows.
[[nodiscard]] const std::vector<Harm>& Harms();

/// Settings of the cluster, and the number of rounds.
struct LossOptions {
  std::string harm = "master-kill";  ///< name of one of Harms()
  int replicas = 0;                  ///< store.valkey_replicas
  /// appendfsync of the servers: "no", "everysec" or "always"; "none" for no file.
  std::string file = "none";
  std::uint64_t rounds = 10;
  double rate = 2000;  ///< messages per second
  double seconds = 3;  ///< duration of the traffic before the fault
  std::string disk;    ///< for "power-cut": mount point of a file system used by nothing else
  std::uint64_t seed = 1;
};

/// Result of CountLosses().
struct Losses {
  std::uint64_t acknowledged = 0;
  std::uint64_t lost = 0;       ///< acknowledged, but in no mailbox afterwards
  std::uint64_t most_lost = 0;  ///< in one round
  std::uint64_t harmless = 0;   ///< rounds without loss
};

/// Posts to client IDs without readers, injects the fault into a cluster of three masters with one
/// replica each, and reads all mailboxes after recovery. Losses are counted, not reported as
/// errors. The error says why counting failed.
[[nodiscard]] Result<Losses, std::string> CountLosses(const LossOptions& options);

}  // namespace prichal::chaos
