// Metrics of sign-in.
#pragma once

#include "signin/http/service.h"
#include "base/telemetry/exposition.h"

namespace prichal::app {

/// Writes the metrics `prichal_auth_*`, which docs/http-api.md lists. `healthy`: sessions can be
/// stored.
void AddAuthMetrics(telemetry::Exposition& out, const AuthStats& stats, bool healthy);

}  // namespace prichal::app
