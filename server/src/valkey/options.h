#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "valkey/uri.h"

namespace prichal::valkey {

class TlsContext;

/// Which publish and subscribe of the two is used.
enum class PushKind {
  kSharded,  ///< SSUBSCRIBE: a push goes to the nodes of its slot alone (Redis 7, Valkey)
  kClassic,  ///< SUBSCRIBE: a push goes to all nodes, as the official bridge has it
};

struct ClientOptions {
  Uri uri;
  /// Where `uri.tls`; shared by the clients of all loops (MakeTlsContext()).
  std::shared_ptr<const TlsContext> tls = nullptr;
  /// What servers list this client as (CLIENT LIST).
  std::string name = "prichal";
  PushKind pushes = PushKind::kSharded;

  std::size_t replicas = 1;       ///< that have a write which counts as Durability::kReplicas
  Millis replicas_deadline{100};  ///< for them to say so

  Millis deadline{2'000};  ///< of one command, of a name's resolution, of a greeting
  /// Of one attempt to connect. Short: after a network that has swallowed packets TCP itself tries
  /// again after 1 s and 3 s, a new attempt at once.
  Millis connect_deadline{500};
  // Commands without an answer, of this client; those beyond are refused.
  std::size_t most_commands = 100'000;
  std::size_t most_bytes = 64 * 1024 * 1024;

  Millis first_pause{50};  ///< before a second attempt to connect; doubles each time
  Millis longest_pause{500};
  Millis refresh_every{30'000};    ///< the map of slots, when nothing is wrong
  Millis refresh_soon{500};        ///< while something is
  Millis probe_every{10'000};      ///< each node; at most half of it may be wanted of an answer
  Millis resubscribe_within{200};  ///< a random part of it passes first, so that not all instances
                                   ///< come at once

  /// One line for each change of topology, and for each link that is lost or made again: who, from,
  /// to. Never a password. Called on the client's loop.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

}  // namespace prichal::valkey
