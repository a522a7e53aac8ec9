#pragma once

#include <string>

#include "http/request.h"
#include "net/handler.h"

namespace prichal::app {

/// Where the client of a request is, as text: what wallets are told of it, and what makes two
/// requests those of one visitor.
[[nodiscard]] std::string ClientAddress(const http::Request& request,
                                        const net::Exchange& exchange);

}  // namespace prichal::app
