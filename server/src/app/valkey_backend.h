#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/bridge/valkey/backend.h"
#include "base/result.h"
#include "config/settings.h"

namespace prichal::app {

/// What `store.valkey_*` say, for BridgeService. `log`: gets a line for each change of topology, on
/// a loop. The error is one line that names the key, the reason and the way out, and no password.
[[nodiscard]] Result<std::unique_ptr<const ValkeyBackend>, std::string> MakeValkeyBackend(
    const config::Settings& settings, const std::function<void(const std::string& line)>& log);

}  // namespace prichal::app
