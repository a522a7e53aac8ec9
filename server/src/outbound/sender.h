// Sends webhooks: deliveries to other servers, with retries.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "outbound/https_client.h"
#include "outbound/delivery.h"

namespace prichal::webhook {

/// How deliveries are sent. Each target has its own limits, so a dead one takes nothing from the
/// others.
struct SenderOptions {
  /// Names of the targets for the log; never their URLs.
  std::vector<std::string> targets = {};
  Millis timeout{5'000};                 ///< of one attempt, connecting included
  std::size_t attempts = 5;              ///< of one delivery
  Millis first_pause{500};               ///< before the second attempt; doubles each time
  std::size_t most_deliveries = 10'000;  ///< pending, for each target; more are dropped
  std::size_t most_bytes = SIZE_MAX;     ///< pending, for each target
  std::size_t at_once = 16;              ///< concurrent requests to each target
  /// Called when a target begins to fail and when it works again, on the HTTPS client's thread.
  std::function<void(const std::string& target, bool healthy, const std::string& reason)>
      on_health = {};
};

/// Counters of a sender at one moment.
struct Stats {
  std::uint64_t waiting = 0;    ///< pending deliveries
  std::uint64_t delivered = 0;  ///< accepted by their target
  std::uint64_t retried = 0;    ///< attempts after the first
  std::uint64_t failed = 0;     ///< given up
  std::uint64_t dropped = 0;    ///< over a limit, or pending when the sender stopped
};

/// Sends deliveries through the HTTPS client, several at once, and retries after a pause where that
/// may help. A redirect is a failure. Order is not kept. Enqueue() never waits, so loops can call
/// it. Create it after the client and destroy it before.
class Sender {
 public:
  /// `https` must outlive this.
  Sender(curl::HttpsClient& https, SenderOptions options);
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;
  /// Stop() with no time.
  ~Sender();

  /// Queues a delivery. If its target is over a limit, drops and counts it. Any thread; takes no
  /// lock.
  void Enqueue(Delivery delivery);

  /// Sends pending deliveries, without pauses and once more each, until all are gone or `most` has
  /// passed. Drops and counts the rest. Returns whether none was dropped. A second call does
  /// nothing.
  bool Stop(Millis most);

  /// Returns the counters. Any thread.
  [[nodiscard]] Stats Snapshot() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::webhook
