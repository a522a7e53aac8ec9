#pragma once

#include "app/wallets_refresh.h"
#include "telemetry/exposition.h"

namespace prichal::app {

/// Writes what operators see of the wallets list: of its fetching only where it is fetched.
void AddWalletsMetrics(telemetry::Exposition& out, const WalletsStats& stats);

}  // namespace prichal::app
