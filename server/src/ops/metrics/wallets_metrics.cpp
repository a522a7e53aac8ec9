#include "ops/metrics/wallets_metrics.h"

namespace prichal::app {
namespace {

using telemetry::Value;

}  // namespace

void AddWalletsMetrics(telemetry::Exposition& out, const WalletsStats& stats) {
  out.Gauge(
      "prichal_wallets_pulled_at_seconds",
      "When the source last said that the served wallets list is its own, seconds since 1970; "
      "0: the build's list is served.",
      static_cast<double>(stats.pulled_at));
  out.Gauge("prichal_wallets", "Wallets of the list that was fetched.", Value(stats.wallets));
  out.Gauge("prichal_wallets_with_icon", "Of these, with an icon of our own.", Value(stats.icons));
  out.Gauge("prichal_wallets_refresh_seconds", "wallets.refresh; 0: nothing is fetched.",
            static_cast<double>(stats.refresh_seconds));
  if (stats.refresh_seconds == 0) return;
  out.Gauge("prichal_wallets_dropped", "Entries of the last list that could not be used.",
            Value(stats.dropped));
  const auto refreshed = [&](std::string_view result, std::uint64_t count) {
    out.Counter("prichal_wallets_refreshes_total", "Fetches of the wallets list that succeeded.",
                Value(count), {{"result", result}});
  };
  refreshed("changed", stats.changed);
  refreshed("unchanged", stats.unchanged);
  for (std::size_t i = 0; i < wallets::kReasons; ++i) {
    const auto name = wallets::NameOf(static_cast<wallets::Reason>(i));
    out.Counter("prichal_wallets_refresh_failures_total",
                "Fetches of the wallets list that failed.", Value(stats.failures.at(i)),
                {{"reason", name}});
    out.Counter("prichal_wallets_icon_failures_total",
                "Pictures of wallets that could not be had or used.",
                Value(stats.icon_failures.at(i)), {{"reason", name}});
  }
  out.Counter("prichal_wallets_keep_failures_total",
              "Lists that could not be written to the data folder.", Value(stats.keep_failures));
}

}  // namespace prichal::app
