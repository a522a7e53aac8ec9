#include "bridge/http/client.h"

namespace prichal::app {

IpAddress ClientAddress(const BridgeOptions& options, const http::Request& request,
                        const net::ResponseWriter& writer) {
  return options.proxies.ClientOf(writer.peer().address, request.lines);
}

}  // namespace prichal::app
