// The bridge under load.
#pragma once

#include <sys/socket.h>

#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::bench {

/// The bridge under load.
struct Target {
  sockaddr_storage address{};
  socklen_t address_length = 0;
  std::string authority;     ///< For the Host header: "127.0.0.1:8080"
  std::string host;          ///< Its host, without brackets: "127.0.0.1"
  bool is_loopback = false;  ///< `address` is on this machine
  std::string path;          ///< Before "/events" and "/message": "/bridge"
};

/// Parses "http://HOST:PORT/PATH" and looks up the host. The error has the reason and the fix.
Result<Target, std::string> ParseTarget(std::string_view url);

}  // namespace prichal::bench
