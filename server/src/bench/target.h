#pragma once

#include <sys/socket.h>

#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::bench {

/// The bridge that is loaded.
struct Target {
  sockaddr_storage address{};
  socklen_t address_length = 0;
  std::string authority;     ///< for the Host header: "127.0.0.1:8080"
  std::string host;          ///< of it, without brackets: "127.0.0.1"
  bool is_loopback = false;  ///< `address` is this machine's
  std::string path;          ///< before "/events" and "/message": "/bridge"
};

/// From "http://HOST:PORT/PATH". The error says what is wrong and what is right.
Result<Target, std::string> ParseTarget(std::string_view url);

}  // namespace prichal::bench
