#pragma once

#include <string>

#include "site/options.h"

namespace prichal::host {

/// Returns the body of `/tonconnect-manifest.json`, from which wallets show the requesting app (TON
/// Connect, requests-responses.md, "App manifest"). Its `url` is the origin without a trailing
/// slash.
[[nodiscard]] std::string ManifestJson(const Options& options);

}  // namespace prichal::host
