// Finds the address at which an operator reaches the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/listen_address.h"
#include "base/result.h"

namespace prichal::app::command {

/// Address of the server's admin listener.
struct OperatorAddress {
  std::string host;    ///< Host and port for a URL: "127.0.0.1:9103"; "localhost" for a Unix socket
  std::string socket;  ///< Path of the Unix socket. Empty if it is none

  [[nodiscard]] std::string Url(std::string_view path) const;    ///< For an HTTP client
  [[nodiscard]] std::string Shown(std::string_view path) const;  ///< For messages
};

/// Returns the first address of `server.admin` that can be reached; for a wildcard address that is
/// loopback. The error is the reason without the fix.
[[nodiscard]] Result<OperatorAddress, std::string> AddressToAsk(
    const std::vector<ListenAddress>& admin);

}  // namespace prichal::app::command
