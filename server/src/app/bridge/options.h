#pragma once

#include <string>
#include <vector>

#include "config/settings.h"
#include "http/client_address.h"

namespace prichal::app {

/// What the bridge is run with: `bridge.*` of the configuration, and what it needs of the rest.
struct BridgeOptions : config::Settings::Bridge {
  http::TrustedProxies proxies = {};     ///< whose word about the client's address is believed
  std::vector<std::string> tokens = {};  ///< bypass tokens, those of the file too
  std::string own_origin = {};           ///< of the site; its pages may always use the bridge
};

}  // namespace prichal::app
