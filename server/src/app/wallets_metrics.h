// Metrics of the wallets list.

#pragma once

#include "app/wallets_refresh.h"
#include "telemetry/exposition.h"

namespace prichal::app {

/// Adds the metrics of the wallets list; those of refreshing only if refreshing is on.
void AddWalletsMetrics(telemetry::Exposition& out, const WalletsStats& stats);

}  // namespace prichal::app
