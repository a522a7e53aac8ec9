#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "config/settings.h"
#include "curl/https_client.h"
#include "host/wallets.h"
#include "telemetry/log.h"
#include "wallets/reason.h"
#include "wallets/refresher.h"
#include "wallets/snapshot.h"

namespace prichal::app {

/// What operators see of the wallets list that was fetched.
struct WalletsStats {
  std::int64_t refresh_seconds = 0;  ///< from one to the next; 0: never
  std::int64_t pulled_at = 0;  ///< seconds since 1970; 0: there is none, the build's is served
  std::uint64_t wallets = 0;
  std::uint64_t icons = 0;
  std::uint64_t dropped = 0;  ///< entries of the last list that could not be used
  std::uint64_t changed = 0;
  std::uint64_t unchanged = 0;
  wallets::Counts failures{};
  wallets::Counts icon_failures{};
  std::uint64_t keep_failures = 0;  ///< times that it could not be written to the disk
};

/// The wallets list that is served in place of the build's: the last one that was fetched, which
/// lies in the data folder, and those that are fetched while the server runs. Lives on the main
/// thread; Stats() from any.
class WalletsRefresh {
 public:
  using Serving = std::shared_ptr<const host::PulledWallets>;
  /// How often the main thread looks whether there is another one.
  static constexpr Millis kLookEvery{1'000};

  /// `folder`: of the data; empty: nothing outlives a restart. `https` and `log`
  /// must outlive this.
  WalletsRefresh(std::string folder, curl::HttpsClient& https, telemetry::Log& log);
  WalletsRefresh(const WalletsRefresh&) = delete;
  WalletsRefresh& operator=(const WalletsRefresh&) = delete;
  ~WalletsRefresh() { Stop(); }

  /// The one in the data folder is served from now on, where it is another than before.
  void Load();
  /// Fetches by these settings from now on; nothing where they say so.
  void Use(const config::Settings::Wallets& settings);
  /// Waits for no server.
  void Stop();

  /// Null: that of the build.
  [[nodiscard]] Serving serving() const { return serving_; }
  /// Another one that is to be served from now on; null: none has come.
  [[nodiscard]] Serving TakeNew();
  /// Whether there may be one.
  [[nodiscard]] bool is_running() const { return refresher_ != nullptr; }

  [[nodiscard]] WalletsStats Stats() const;

 private:
  void OnPulled(const wallets::Pulled& pulled);
  void OnFailed(const wallets::DownloadFailure& failure);
  /// What is served from now on.
  void Take(std::shared_ptr<const wallets::Snapshot> snapshot);
  void Keep(const wallets::Snapshot& snapshot);
  [[nodiscard]] std::string Path() const;

  const std::string folder_;
  curl::HttpsClient& https_;
  telemetry::Log& log_;
  Serving serving_;
  config::Settings::Wallets settings_;
  bool was_replaced_ = false;  ///< by another process, since Use()

  mutable std::mutex mutex_;
  std::shared_ptr<const wallets::Snapshot> last_;  ///< below the mutex, as are the next three
  bool is_new_ = false;
  bool is_failing_ = false;
  WalletsStats stats_;

  std::unique_ptr<wallets::Refresher> refresher_;  ///< null: nothing is fetched
};

}  // namespace prichal::app
