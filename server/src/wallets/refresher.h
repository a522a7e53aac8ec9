#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "wallets/pull.h"

namespace prichal::wallets {

struct RefresherOptions {
  PullOptions pull;
  Millis interval{0};  ///< from one success to the next
};

/// Pulls a list again and again, on a thread of its own, so that no loop waits for anybody. What
/// fails is tried again sooner, with pauses that grow, and all pauses are uneven, so that instances
/// do not ask together.
class Refresher {
 public:
  /// Told on the thread, one at a time.
  struct Hooks {
    std::function<void(const Pulled&)> on_pulled;
    std::function<void(const DownloadFailure&)> on_failed;
  };

  /// Begins at once where `last` is null, from another source or older than the interval.
  Refresher(const RefresherOptions& options, std::shared_ptr<const Snapshot> last, Hooks hooks);
  Refresher(const Refresher&) = delete;
  Refresher& operator=(const Refresher&) = delete;
  /// Ends what is under way; waits for no server.
  ~Refresher();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Until the first pull of a list that is here. `now`: Unix time.
[[nodiscard]] Millis FirstPause(const RefresherOptions& options, const Snapshot* last, Millis now);

/// After so many failures in a row, at most an hour and no longer than the interval; but not before
/// the server wants to be asked again. `chance`: 0 to 1, uneven.
[[nodiscard]] Millis PauseAfterFailures(std::uint64_t failures, Millis interval,
                                        std::optional<std::chrono::seconds> retry_after,
                                        double chance);

}  // namespace prichal::wallets
