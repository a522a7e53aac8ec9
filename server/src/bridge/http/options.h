#pragma once

#include <string>
#include <vector>

#include "config/settings.h"
#include "http/codec/client_address.h"

namespace prichal::app {

/// Options of the bridge: `bridge.*` of the configuration and values from other sections. A plain
/// value.
struct BridgeOptions : config::Settings::Bridge {
  http::TrustedProxies proxies = {};     ///< proxies whose headers name the client's IP address
  std::vector<std::string> tokens = {};  ///< bypass tokens, including those of the file
  std::string own_origin = {};           ///< of the site; its pages are always allowed
};

}  // namespace prichal::app
