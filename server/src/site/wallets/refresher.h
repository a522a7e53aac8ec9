// Periodic refresh of the wallets list, and the list that this process serves instead of the
// build's.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/telemetry/log.h"
#include "config/settings.h"
#include "outbound/https_client.h"
#include "site/wallets/pull.h"
#include "site/wallets/snapshot.h"
#include "site/wallets_list.h"

namespace prichal::site::wallets {

/// Source and interval of the refresh.
struct RefresherOptions {
  PullOptions pull;
  Millis interval{0};  ///< between two successful refreshes
};

/// Returns the time until the first refresh. `last`: null if none. `now`: Unix time.
[[nodiscard]] Millis FirstPause(const RefresherOptions& options, const Snapshot* last, Millis now);

/// Returns the pause after `failures` in a row: at most an hour and no longer than the interval,
/// but not before the server allows a retry. `chance`: jitter, 0 to 1.
[[nodiscard]] Millis PauseAfterFailures(std::uint64_t failures, Millis interval,
                                        std::optional<std::chrono::seconds> retry_after,
                                        double chance);

/// Metrics of the fetched wallets list.
struct WalletsStats {
  std::int64_t refresh_seconds = 0;  ///< interval; 0: off
  std::int64_t pulled_at = 0;        ///< Unix time; 0: none, the build's list is served
  std::uint64_t wallets = 0;
  std::uint64_t icons = 0;
  std::uint64_t dropped = 0;  ///< rejected entries of the last list
  std::uint64_t changed = 0;
  std::uint64_t unchanged = 0;
  Counts failures{};
  Counts icon_failures{};
  std::uint64_t keep_failures = 0;  ///< failed writes to the disk
};

/// Manages the fetched wallets list: loads the last one from the data directory, refreshes it while
/// the server runs, and passes new ones to the site. One per process; stopped before the loops.
/// Used on the main thread, except Stats().
class WalletsRefresh {
 public:
  using Serving = std::shared_ptr<const PulledWallets>;
  /// Interval at which the main thread calls TakeNew().
  static constexpr Millis kLookEvery{1'000};

  /// `folder`: the data directory; if empty, a restart loses the list. `https` and `log` must
  /// outlive this.
  WalletsRefresh(std::string folder, outbound::HttpsClient& https, telemetry::Log& log);
  WalletsRefresh(const WalletsRefresh&) = delete;
  WalletsRefresh& operator=(const WalletsRefresh&) = delete;
  ~WalletsRefresh();

  /// Loads the list of the data directory. If it is newer, the next TakeNew() returns it.
  void Load();
  /// Applies settings: starts, changes or stops the refresh.
  void SetOptions(const config::Settings::Wallets& settings);
  /// Stops the refresh. Waits for no server.
  void Stop();

  /// Returns the list to serve. Null to serve the build's.
  [[nodiscard]] Serving serving() const { return serving_; }
  /// Returns a new list to serve. Null if there is none since the last call.
  [[nodiscard]] Serving TakeNew();
  /// Returns whether the refresh runs.
  [[nodiscard]] bool is_running() const { return refresher_ != nullptr; }

  /// Returns the metrics. Any thread.
  [[nodiscard]] WalletsStats Stats() const;

 private:
  class Refresher;

  void OnPulled(const Pulled& pulled);
  void OnFailed(const DownloadFailure& failure);
  /// Replaces the served list.
  void SetServing(std::shared_ptr<const Snapshot> snapshot);
  void Keep(const Snapshot& snapshot);
  [[nodiscard]] std::string Path() const;

  const std::string folder_;
  outbound::HttpsClient& https_;
  telemetry::Log& log_;
  Serving serving_;
  config::Settings::Wallets settings_;
  bool was_replaced_ = false;  ///< by another process since SetOptions()

  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> last_;  ///< guarded by mutex_, as are the next three
  bool is_new_ = false;
  bool is_failing_ = false;
  WalletsStats stats_;

  std::unique_ptr<Refresher> refresher_;  ///< null if the refresh is off
};

}  // namespace prichal::site::wallets
