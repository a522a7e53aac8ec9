#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "curl/transfers.h"
#include "wallets/download.h"
#include "wallets/list.h"
#include "wallets/reason.h"
#include "wallets/snapshot.h"

namespace prichal::wallets {

struct PullOptions {
  /// Address of the list, as the operator has named it. What is at the same origin is a mirror's.
  std::string source;
  /// Take a list also where it has lost more than half of its wallets.
  bool accepts_shrunk = false;
  Millis list_timeout{20'000};
  Millis icon_timeout{10'000};
  Millis round_timeout{120'000};  ///< of all icons together
  std::size_t most_parallel = 6;  ///< icons that are fetched at once
};

/// Bytes of a picture; the public list's have some ten thousand.
inline constexpr std::size_t kMostImageBytes = 512UL * 1024;

struct Pulled {
  std::shared_ptr<const Snapshot> snapshot;
  bool changed = false;  ///< what is served is not what it was
  std::size_t wallets = 0;
  std::vector<std::string> dropped;  ///< List::dropped
  struct IconFailure {
    std::string app_name;
    Failure failure;
    bool has_older = false;  ///< the icon from before goes on
  };
  std::vector<IconFailure> icon_failures;
};

/// Fetches a list and the pictures that it names, and makes icons of them. A picture that cannot be
/// had leaves its wallet with the icon from before, or without one; it costs the list nothing.
class Puller {
 public:
  explicit Puller(PullOptions options);
  Puller(const Puller&) = delete;
  Puller& operator=(const Puller&) = delete;
  ~Puller();

  /// Blocks until all is there or its time is over. `before`: what was pulled last; null: nothing.
  /// `now`: Unix time. One call at a time.
  [[nodiscard]] Result<Pulled, DownloadFailure> Pull(const Snapshot* before, Millis now);

  /// Any thread: ends Pull(), which fails, as do those that come later.
  void Stop();

 private:
  struct Part;
  struct Round;

  [[nodiscard]] Result<Downloaded, DownloadFailure> Fetch(DownloadRequest request);
  [[nodiscard]] Result<List, DownloadFailure> FetchList(const Snapshot* before,
                                                        Validators& validators);
  void FetchIcons(Round& round);
  void Begin(Round& round, std::size_t index);

  const PullOptions options_;
  std::atomic<bool> stopped_ = false;
  curl::Transfers<Part> transfers_;
};

}  // namespace prichal::wallets
