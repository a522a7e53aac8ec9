// Metrics of the wallets list.
#pragma once

#include "app/wallets_refresh.h"
#include "telemetry/exposition.h"

namespace prichal::app {

/// Writes the metrics `prichal_wallets_*`. Those of fetching are written only if `wallets.refresh`
/// is set.
void AddWalletsMetrics(telemetry::Exposition& out, const WalletsStats& stats);

}  // namespace prichal::app
