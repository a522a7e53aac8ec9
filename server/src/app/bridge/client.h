#pragma once

#include "app/bridge/options.h"
#include "base/ip_address.h"
#include "http/request.h"
#include "net/handler.h"

namespace prichal::app {

/// Where the client of a request is: what wallets are told of it, and what makes two requests those
/// of one visitor.
[[nodiscard]] IpAddress ClientAddress(const BridgeOptions& options, const http::Request& request,
                                      const net::Exchange& exchange);

}  // namespace prichal::app
