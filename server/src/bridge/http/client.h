#pragma once

#include "bridge/http/options.h"
#include "base/ip_address.h"
#include "http/codec/request.h"
#include "http/connection/handler.h"

namespace prichal::app {

/// Returns the IP address of the client of a request, from the connection or from a trusted proxy's
/// header. Limits count by it, and wallets show it. Call it on the request's loop.
[[nodiscard]] IpAddress ClientAddress(const BridgeOptions& options, const http::Request& request,
                                      const net::ResponseWriter& writer);

}  // namespace prichal::app
