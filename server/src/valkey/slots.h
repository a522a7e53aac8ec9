#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "valkey/reply.h"

namespace prichal::valkey {

/// Of a cluster (https://valkey.io/topics/cluster-spec/, "Key distribution model").
inline constexpr std::size_t kSlots = 16'384;

/// CRC16/XMODEM: polynomial 0x1021, from 0.
[[nodiscard]] std::uint16_t Crc16(std::string_view bytes);

/// The slot of a key: of the whole of it, or of its hash tag, what stands between the first "{" and
/// the first "}" behind it, when that is not empty.
[[nodiscard]] std::uint16_t SlotOf(std::string_view key);

/// Where a server listens.
struct Endpoint {
  std::string host;  ///< a name, or a numeric address without brackets
  std::uint16_t port = 0;

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

/// As in "host:6379", "[::1]:6379".
[[nodiscard]] std::string NameOf(const Endpoint& endpoint);

/// Slots that one master owns.
struct SlotRange {
  std::uint16_t first = 0;
  std::uint16_t last = 0;  ///< included
  Endpoint master;
  std::vector<Endpoint> replicas;
};

/// The answer to `CLUSTER SLOTS`. `asked`: whom, which stands in for a server that does not know
/// its own host. Ranges whose master has no known host are left out. Fails with the reason.
[[nodiscard]] Result<std::vector<SlotRange>, std::string> ParseSlots(const Reply& reply,
                                                                     const Endpoint& asked);

/// What an error of a server asks of its client ("Redirection and resharding" in the same place).
struct Refusal {
  enum class Kind {
    kMoved,      ///< the slot is another's: ask there from now on
    kAsk,        ///< this once
    kTryAgain,   ///< in a moment: keys of the slot are on their way, a server loads its data, or a
                 ///< cluster chooses a new master
    kReadOnly,   ///< the server is a replica, or has lost its master
    kNoScript,   ///< send the script itself
    kNoCluster,  ///< the server is no part of one
    kFinal,      ///< everything else
  };
  Kind kind = Kind::kFinal;
  std::uint16_t slot = 0;  ///< of kMoved and kAsk
  Endpoint target = {};    ///< "
};

/// `text`: the server's, without its "-". `from`: who says so.
[[nodiscard]] Refusal ReadRefusal(std::string_view text, const Endpoint& from);

}  // namespace prichal::valkey
