#include "app/bridge/client.h"

namespace prichal::app {

IpAddress ClientAddress(const BridgeOptions& options, const http::Request& request,
                        const net::Exchange& exchange) {
  return options.proxies.ClientOf(exchange.peer().address, request.lines);
}

}  // namespace prichal::app
