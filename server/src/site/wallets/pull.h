// Fetching the wallets list and the pictures that it names.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "outbound/https_client.h"
#include "site/wallets/list.h"
#include "site/wallets/snapshot.h"

namespace prichal::site::wallets {

/// Why fetching a list or a picture failed.
struct DownloadFailure : Failure {
  /// Time until the server allows a retry (RFC 9110 section 10.2.3). Empty if it gives none.
  std::optional<std::chrono::seconds> retry_after{};
};

/// Source and timeouts of a list and its pictures.
struct PullOptions {
  /// URL of the list, chosen by the operator. It may use plain HTTP in an internal network, and so
  /// may pictures of the same origin; all other pictures need HTTPS and a public address.
  std::string source;
  /// Accept a list that has lost more than half of its wallets.
  bool accepts_shrunk = false;
  Millis list_timeout{20'000};
  Millis icon_timeout{10'000};
  Millis round_timeout{120'000};  ///< for all pictures together
  std::size_t most_parallel = 6;  ///< concurrent requests for pictures
};

/// Largest picture in bytes. Those of the public list have about 10 kB.
inline constexpr std::size_t kMostImageBytes = 512UL * 1024;

/// A fetched list.
struct Pulled {
  std::shared_ptr<const Snapshot> snapshot;
  bool changed = false;  ///< the list or an icon differs from before
  std::size_t wallets = 0;
  std::vector<std::string> dropped;  ///< as in List::dropped
  struct IconFailure {
    std::string app_name;
    Failure failure;
    bool has_older = false;  ///< the previous icon stays in use
  };
  std::vector<IconFailure> icon_failures;
};

/// Fetches a list and its pictures, and makes icons of them. If a picture fails, its wallet keeps
/// the previous icon or has none; the list is not affected. Requests run in the HTTPS client. The
/// calling thread waits for them and decodes the pictures, which takes milliseconds each. Used on
/// one thread, except Stop().
class Puller {
 public:
  /// `https` must outlive this.
  Puller(outbound::HttpsClient& https, PullOptions options);

  /// Blocks until everything is fetched or has timed out. `before`: the last result, null if none.
  /// `now`: Unix time.
  [[nodiscard]] Result<Pulled, DownloadFailure> Pull(const Snapshot* before, Millis now);

  /// Makes Pull() fail at once, now and in later calls. Any thread.
  void Stop();
  /// Returns whether Stop() was called. Any thread.
  [[nodiscard]] bool IsStopped() const;
  /// Waits for `pause`, or until Stop(). Returns whether it was not stopped.
  [[nodiscard]] bool Wait(Millis pause);

 private:
  struct Round;
  using Arrival = std::pair<std::size_t, outbound::Response>;  // index of the wallet, response

  [[nodiscard]] Result<List, DownloadFailure> FetchList(const Snapshot* before,
                                                        Validators& validators);
  void FetchIcons(Round& round);
  void Begin(Round& round, outbound::RequestGroup& requests, std::size_t index);
  void Send(outbound::RequestGroup& requests, outbound::Request request, std::size_t index);
  /// Waits for the next response. Empty if stopped, or at `until`.
  [[nodiscard]] std::optional<Arrival> Await(std::chrono::steady_clock::time_point until);

  outbound::HttpsClient& https_;
  const PullOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Arrival> arrivals_;  ///< guarded by mutex_, as is the next
  bool stopped_ = false;
};

}  // namespace prichal::site::wallets
