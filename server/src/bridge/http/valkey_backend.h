#pragma once

#include <memory>

#include "bridge/valkey/backend.h"
#include "valkey/valkey_clients.h"
#include "config/settings.h"

namespace prichal::app {

/// What `store.valkey_*` say, for BridgeService: with clients that `clients` makes.
[[nodiscard]] std::unique_ptr<const ValkeyBackend> MakeValkeyBackend(
    const config::Settings& settings, const std::shared_ptr<ValkeyClients>& clients);

}  // namespace prichal::app
