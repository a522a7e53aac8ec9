#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/bridge/valkey/counters.h"
#include "app/tls_site.h"
#include "base/clock.h"
#include "bridge/counters.h"
#include "net/counters.h"
#include "store/stats.h"
#include "telemetry/exposition.h"
#include "telemetry/process.h"
#include "valkey/counters.h"
#include "webhook/sender.h"

namespace prichal::app {

/// All numbers of one moment.
struct MetricsSnapshot {
  net::NetStats net;
  TlsStats tls;
  bridge::Stats bridge;
  store::Stats store;
  ValkeyCounters valkey;
  valkey::ClientCounters valkey_client;
  Millis now{0};  ///< steady time
  webhook::Stats webhooks;
  telemetry::Process process;
  std::vector<std::uint64_t> token_uses;  ///< of bypass tokens, in the order of the configuration
  std::string_view version;
  std::string_view storage = "memory";
  std::size_t loops = 0;
  std::uint64_t log_lines_dropped = 0;
  std::size_t restored = 0;          ///< messages from before the restart
  Millis recovery{0};                ///< what loading them took
  std::uint64_t refill_pending = 0;  ///< messages that a replaced file does not have yet
  bool store_healthy = true;
  bool sign_in_healthy = true;  ///< or nobody signs in here
  bool draining = false;
  bool signs_in = false;  ///< somebody can
};

/// Whether new work is welcome.
[[nodiscard]] inline bool IsReady(const MetricsSnapshot& numbers) {
  return !numbers.draining && numbers.store_healthy && numbers.sign_in_healthy;
}

/// Writes them under our names, `prichal_*`, beside the usual `process_*`; docs/http-api.md lists
/// them for operators.
void AddMetrics(telemetry::Exposition& exposition, const MetricsSnapshot& numbers);

/// Writes those that the official bridge has too, under its names, so that its dashboards and
/// alerts go on.
void AddOfficialMetrics(telemetry::Exposition& exposition, const MetricsSnapshot& numbers);

}  // namespace prichal::app
