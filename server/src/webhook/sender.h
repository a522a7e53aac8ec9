#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "webhook/delivery.h"

namespace prichal::webhook {

struct SenderOptions {
  /// The names of the targets, in words for the log; never their addresses.
  std::vector<std::string> targets = {};
  Millis timeout{5'000};     ///< of one attempt, connecting included
  std::size_t attempts = 5;  ///< of one delivery
  Millis first_pause{500};   ///< before the second attempt; doubles each time
  // Each target has these for itself, so that one that is dead takes nothing from the others.
  std::size_t most_deliveries = 10'000;  ///< that wait or are under way; more are dropped
  std::size_t most_bytes = SIZE_MAX;     ///< "
  std::size_t at_once = 16;              ///< under way
  /// Called on the sender's thread when a target begins to fail and when it takes deliveries again.
  std::function<void(const std::string& target, bool healthy, const std::string& reason)>
      on_health = {};
};

/// What has become of deliveries, at one moment.
struct Stats {
  std::uint64_t waiting = 0;  ///< or under way
  std::uint64_t delivered = 0;
  std::uint64_t retried = 0;  ///< attempts after the first
  std::uint64_t failed = 0;   ///< given up
  std::uint64_t dropped = 0;  ///< there was no room, or no time before the end
};

/// Sends deliveries from a thread of its own, several at once, again after a pause where that may
/// help. A loop that offers one never waits. Redirects are failures. Order is not kept.
class Sender {
 public:
  explicit Sender(SenderOptions options);
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;
  /// Stop() without any time.
  ~Sender();

  /// Any thread. What there is no room for is dropped and counted.
  void Offer(Delivery delivery);

  /// Sends what waits, without pauses and for a last time each, until all has gone or `most` has
  /// passed; drops and counts the rest. A second call does nothing. True when nothing was dropped
  /// by it.
  bool Stop(Millis most);

  /// Any thread.
  [[nodiscard]] Stats Snapshot() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::webhook
