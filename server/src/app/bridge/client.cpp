#include "app/bridge/client.h"

namespace prichal::app {

std::string ClientAddress(const http::Request& /*request*/, const net::Exchange& exchange) {
  return exchange.peer().AddressText();
}

}  // namespace prichal::app
