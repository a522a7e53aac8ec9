#include "ops/commands/operator_address.h"

#include <fmt/format.h>

namespace prichal::app::command {
namespace {

std::string HostToAsk(const ListenAddress& address) {
  if (address.host == "0.0.0.0") return "127.0.0.1";
  if (!address.is_v6()) return address.host;
  return address.host == "::" ? "[::1]" : "[" + address.host + "]";
}

}  // namespace

std::string OperatorAddress::Url(std::string_view path) const {
  return fmt::format("http://{}/{}", host, path);
}

std::string OperatorAddress::Shown(std::string_view path) const {
  return socket.empty() ? Url(path) : fmt::format("unix:{} /{}", socket, path);
}

Result<OperatorAddress, std::string> AddressToAsk(const std::vector<ListenAddress>& admin) {
  for (const ListenAddress& address : admin) {
    if (address.kind == ListenAddress::Kind::kUnix) {
      return OperatorAddress{.host = "localhost", .socket = address.path};
    }
    if (address.kind != ListenAddress::Kind::kIp || address.port == 0) continue;
    return OperatorAddress{.host = fmt::format("{}:{}", HostToAsk(address), address.port),
                           .socket = {}};
  }
  if (admin.front().kind == ListenAddress::Kind::kInherited) {
    return Fail(std::string("where the sockets of systemd are its units say, not server.admin"));
  }
  return Fail(std::string("server.admin has port 0, which is another one at each start"));
}

}  // namespace prichal::app::command
