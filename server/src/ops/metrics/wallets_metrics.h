// Metrics of the wallets list.
#pragma once

#include "site/wallets/wallets_refresh.h"
#include "base/telemetry/exposition.h"

namespace prichal::app {

/// Writes the metrics `prichal_wallets_*`. Those of fetching are written only if `wallets.refresh`
/// is set.
void AddWalletsMetrics(telemetry::Exposition& out, const WalletsStats& stats);

}  // namespace prichal::app
