#pragma once

#include <openssl/types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "valkey/slots.h"

namespace prichal::valkey {

/// Parsed connection URI: servers, credentials, database, TLS.
struct Uri {
  std::vector<Endpoint> seeds;  ///< at least one
  std::string user;             ///< empty for the server's default user
  std::string password;         ///< empty if none
  unsigned database = 0;        ///< must be 0 in a cluster
  bool tls = false;
};

/// Parses `redis://` and `valkey://`, or with TLS `rediss://` and `valkeys://`:
/// [user[:password]@]host[:port][,host[:port]...][/database]. Also accepts a comma-separated list
/// of URIs that differ only in their hosts. The default port is 6379. IPv6 addresses need brackets;
/// special characters in user and password are written as %XX. The error names the value without
/// its password, the reason and the fix.
[[nodiscard]] Result<Uri, std::string> ParseUri(std::string_view text);

/// Replaces passwords by "***", for logs and errors. Also works for invalid URIs.
[[nodiscard]] std::string WithoutPassword(std::string_view text);

/// Kind of publish/subscribe.
enum class PushKind {
  kSharded,  ///< SSUBSCRIBE: a message reaches only the nodes of its slot (Redis 7, Valkey)
  kClassic,  ///< SUBSCRIBE: a message reaches all nodes, as in the official bridge
};

/// Settings of one client. The defaults suit one data center.
struct ClientOptions {
  Uri uri;
  /// Required if `uri.tls`. Shared by the clients of all loops; see MakeTlsContext().
  std::shared_ptr<SSL_CTX> tls = nullptr;
  /// Client name, shown by CLIENT LIST.
  std::string name = "prichal";
  PushKind pushes = PushKind::kSharded;

  std::size_t replicas = 1;  ///< replicas that must acknowledge a write with Durability::kReplicas
  Millis replicas_deadline{100};  ///< timeout of these acknowledgements

  Millis deadline{2'000};  ///< timeout of a command, a name resolution, a handshake
  /// Timeout of one connection attempt. It is short because after packet loss TCP retransmits only
  /// after 1 s and 3 s, while a new attempt sends at once.
  Millis connect_deadline{500};
  // Limits of this client's pending commands; further commands are rejected.
  std::size_t most_commands = 100'000;
  std::size_t most_bytes = 64 * 1024 * 1024;

  Millis first_pause{50};  ///< delay before the second connection attempt; doubles each time
  Millis longest_pause{500};
  Millis refresh_every{30'000};  ///< interval of slot map updates in normal operation
  Millis refresh_soon{500};      ///< interval while there is a problem
  /// Interval of probes of each node; a reply must arrive within half of it.
  Millis probe_every{10'000};
  /// Maximum of a random delay, so that not all instances resubscribe at once.
  Millis resubscribe_within{200};

  /// Logs one line per topology change and per lost or restored connection, with name and
  /// endpoints. Never contains a password. Called on the client's loop.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
  /// Logs one line per server that becomes unreachable. If empty, `log` gets these lines.
  std::function<void(const std::string& line)> log_error = {};

  void LogError(const std::string& line) const { (log_error ? log_error : log)(line); }
};

}  // namespace prichal::valkey
