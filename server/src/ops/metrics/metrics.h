// Converts counters of all modules to metrics (Prometheus text). Called on the thread of the admin
// listener, once per scrape.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/telemetry/exposition.h"
#include "bridge/core/counters.h"
#include "bridge/store/store.h"
#include "bridge/valkey/backend.h"
#include "http/connection/counters.h"
#include "ops/tls/certificate_reload.h"
#include "outbound/webhook_sender.h"
#include "signin/http/auth_service.h"
#include "site/routes.h"
#include "site/wallets/refresher.h"
#include "valkey/client.h"

namespace prichal::ops {

/// Version of the server, that of the CMake project.
inline constexpr std::string_view kVersion = PRICHAL_VERSION;

/// All numbers of one scrape.
struct MetricsSnapshot {
  http::Stats http{site::kRouteOptions};
  TlsStats tls;
  bridge::Stats bridge;
  bridge::store::Stats store;
  bridge::ValkeyCounters valkey;
  valkey::ClientCounters valkey_client;
  Millis now{0};  ///< Steady time
  outbound::WebhookStats webhooks;
  telemetry::Process process;
  std::vector<std::uint64_t>
      token_uses;  ///< Uses of each bypass token, in the order of the configuration
  std::string_view version;
  std::string_view storage = "memory";
  std::size_t loops = 0;
  std::uint64_t log_lines_dropped = 0;
  std::size_t restored = 0;          ///< Messages from before the restart
  Millis recovery{0};                ///< Time of loading them
  std::uint64_t refill_pending = 0;  ///< Messages that a replaced file does not have yet
  bool store_healthy = true;
  bool sign_in_healthy = true;  ///< True if sign-in is off
  bool draining = false;
  bool signs_in = false;  ///< Sign-in is on
};

/// Returns whether the server accepts new work (readiness).
[[nodiscard]] inline bool IsReady(const MetricsSnapshot& numbers) {
  return !numbers.draining && numbers.store_healthy && numbers.sign_in_healthy;
}

/// Writes the metrics `prichal_*` and `process_*`. The tables in metrics.cpp have the metric of
/// each number. docs/site/generate/texts/metrics.yaml repeats the help texts.
void AddMetrics(telemetry::Exposition& exposition, const MetricsSnapshot& numbers);

/// Writes the metrics of the official bridge under its names, so that its dashboards and alerts
/// work.
void AddOfficialMetrics(telemetry::Exposition& exposition, const MetricsSnapshot& numbers);

/// Writes the metrics `prichal_auth_*`. `healthy`: sessions can be stored.
void AddAuthMetrics(telemetry::Exposition& out, const signin::AuthStats& stats, bool healthy);

/// Writes the metrics `prichal_wallets_*`. Those of fetching are written only if `wallets.refresh`
/// is set.
void AddWalletsMetrics(telemetry::Exposition& out, const site::wallets::WalletsStats& stats);

}  // namespace prichal::ops
