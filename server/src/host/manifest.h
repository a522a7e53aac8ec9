#pragma once

#include <string>

#include "host/options.h"

namespace prichal::host {

/// `/tonconnect-manifest.json`: what a wallet shows of the app that asks (TON Connect,
/// requests-responses.md, "App manifest"). `url` is the origin without a final slash.
[[nodiscard]] std::string ManifestJson(const Options& options);

}  // namespace prichal::host
