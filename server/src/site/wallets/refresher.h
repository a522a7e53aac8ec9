// Periodic refresh of the wallets list.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "site/wallets/pull.h"

namespace prichal::wallets {

/// What is refreshed, and how often.
struct RefresherOptions {
  PullOptions pull;
  Millis interval{0};  ///< between two successful refreshes
};

/// Refreshes a list periodically. It has its own thread, because decoding pictures and writing the
/// result take too long for a loop or for the HTTPS client. Failures are retried sooner, with
/// growing pauses, and all pauses have jitter, so that instances do not refresh at the same time.
class Refresher {
 public:
  /// Callbacks, called on the refresher's thread, one at a time.
  struct Hooks {
    std::function<void(const Pulled&)> on_pulled;
    std::function<void(const DownloadFailure&)> on_failed;
  };

  /// Starts at once if `last` is null, from another source or older than the interval. `https` must
  /// outlive this.
  Refresher(curl::HttpsClient& https, const RefresherOptions& options,
            std::shared_ptr<const Snapshot> last, Hooks hooks);
  Refresher(const Refresher&) = delete;
  Refresher& operator=(const Refresher&) = delete;
  /// Cancels pending requests; waits for no server.
  ~Refresher();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Returns the time until the first refresh. `last`: null if none. `now`: Unix time.
[[nodiscard]] Millis FirstPause(const RefresherOptions& options, const Snapshot* last, Millis now);

/// Returns the pause after `failures` in a row: at most an hour and no longer than the interval,
/// but not before the server allows a retry. `chance`: jitter, 0 to 1.
[[nodiscard]] Millis PauseAfterFailures(std::uint64_t failures, Millis interval,
                                        std::optional<std::chrono::seconds> retry_after,
                                        double chance);

}  // namespace prichal::wallets
