#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "valkey/slots.h"

namespace prichal::valkey {

/// Which servers to ask first, and as whom.
struct Uri {
  std::vector<Endpoint> seeds;  ///< at least one
  std::string user;             ///< empty: the server's default user
  std::string password;         ///< empty: none
  unsigned database = 0;        ///< a cluster has 0 alone
  bool tls = false;
};

/// `redis://`, `valkey://`, and with TLS `rediss://`, `valkeys://`:
/// [user[:password]@]host[:port][,host[:port]...][/database]. Several URIs that differ in their
/// hosts alone may stand behind each other with commas between. Port 6379 unless it is said. IPv6
/// in brackets; what is special in user and password as %XX. The error names the value without its
/// password, the reason and the way out.
[[nodiscard]] Result<Uri, std::string> ParseUri(std::string_view text);

/// The text with "***" for its password, for logs and errors; also of one that is no URI.
[[nodiscard]] std::string WithoutPassword(std::string_view text);

}  // namespace prichal::valkey
