#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/listen_address.h"
#include "base/result.h"

namespace prichal::app::command {

/// Where a server is asked by its operator, and how.
struct OperatorAddress {
  std::string host;    ///< with its port, for a URL: "127.0.0.1:9103"; "localhost" by a unix socket
  std::string socket;  ///< path of the unix socket that leads there; empty: none does

  [[nodiscard]] std::string Url(std::string_view path) const;    ///< what a client of HTTP is given
  [[nodiscard]] std::string Shown(std::string_view path) const;  ///< for people
};

/// The first of a server's `server.admin` that says where it is; one that listens on every address
/// of the machine is asked at the loopback one. The error says why none does, without the way out.
[[nodiscard]] Result<OperatorAddress, std::string> AddressToAsk(
    const std::vector<ListenAddress>& admin);

}  // namespace prichal::app::command
