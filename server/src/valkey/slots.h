#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "valkey/client.h"

namespace prichal::valkey {

/// Number of hash slots of a cluster (https://valkey.io/topics/cluster-spec/, "Key distribution
/// model").
inline constexpr std::size_t kSlots = 16'384;

/// CRC16/XMODEM: polynomial 0x1021, initial value 0.
[[nodiscard]] std::uint16_t Crc16(std::string_view bytes);

/// Returns the slot of a key. Hashes only the hash tag if there is one: the text between the first
/// "{" and the next "}", if not empty.
[[nodiscard]] std::uint16_t SlotOf(std::string_view key);

/// Address of a server.
struct Endpoint {
  std::string host;  ///< a host name, or an IP address without brackets
  std::uint16_t port = 0;

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

/// Formats as "host:6379" or "[::1]:6379".
[[nodiscard]] std::string NameOf(const Endpoint& endpoint);

/// A range of slots with the same owner.
struct SlotRange {
  std::uint16_t first = 0;
  std::uint16_t last = 0;  ///< inclusive
  Endpoint master;
  std::vector<Endpoint> replicas;
};

/// Parses the reply to `CLUSTER SLOTS`. `asked`: the server that sent it, whose host replaces an
/// empty host. Ranges whose master has no known host are omitted. The error is the reason. Any
/// thread.
[[nodiscard]] Result<std::vector<SlotRange>, std::string> ParseSlots(const Reply& reply,
                                                                     const Endpoint& asked);

/// Classification of an error reply (cluster specification, "Redirection and resharding").
struct Refusal {
  enum class Kind {
    kMoved,  ///< the slot has a new owner; send there from now on
    kAsk,    ///< send only this command there
    /// Retry soon: keys are being moved, the server is loading, or the cluster elects a master.
    kTryAgain,
    kReadOnly,   ///< the server is a replica or has lost its master
    kNoScript,   ///< send the script in full
    kNoCluster,  ///< the server is not in cluster mode
    kFinal,      ///< all other errors
  };
  Kind kind = Kind::kFinal;
  std::uint16_t slot = 0;  ///< if kMoved or kAsk
  Endpoint target = {};    ///< if kMoved or kAsk
};

/// Classifies an error. `text`: without the leading "-". `from`: the server that sent it.
[[nodiscard]] Refusal ReadRefusal(std::string_view text, const Endpoint& from);

}  // namespace prichal::valkey
