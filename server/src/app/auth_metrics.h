#pragma once

#include "app/auth/service.h"
#include "telemetry/exposition.h"

namespace prichal::app {

/// Writes the numbers of sign-in under `prichal_auth_*`; docs/http-api.md lists them for operators.
/// `healthy`: sessions can be kept.
void AddAuthMetrics(telemetry::Exposition& out, const AuthStats& stats, bool healthy);

}  // namespace prichal::app
