#pragma once

#include <string>
#include <string_view>
#include <vector>

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

}  // namespace prichal::valkey
