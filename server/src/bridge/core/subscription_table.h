#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "bridge/core/broker.h"

namespace prichal::bridge {

struct Subscription;

/// A client ID that streams listen to: the base class of a broker's state of each client ID.
struct Topic {
  std::vector<Subscription*> subscriptions;
};

/// A stream that listens to client IDs of one shard. Owned by the SubscriptionTable.
struct Subscription {
  StreamHandle stream;
  std::vector<Topic*> topics;
  std::int64_t delivered = 0;     ///< event ID up to which everything was delivered
  std::int64_t opened_after = 0;  ///< last event ID when it subscribed
  std::int64_t confirm = 0;       ///< event ID to confirm (Broker::Confirm()); 0: none
  std::int64_t cursor = 0;        ///< Last-Event-ID of its request; 0: none, or in the future
  std::uint32_t address = 0;      ///< Sender::address of its client
  bool silent = false;            ///< its Last-Event-ID is in the future
  bool ending = false;            ///< it was chosen to end, because its client ID has too many
  enum class Pace : std::uint8_t {
    kCatchingUp,  ///< gets its backlog page by page
    kBehind,      ///< gets the next messages in a later turn of the loop
    kLive,        ///< gets each new message at once
  } pace = Pace::kCatchingUp;

  [[nodiscard]] bool live() const { return pace == Pace::kLive; }
};

/// The streams of one shard with the client IDs that they listen to, and those that fell behind or
/// wait for a watermark. Knows no messages.
///
/// Owned by a broker, on its loop; the broker owns the topics. Has no clock and no lock.
class SubscriptionTable {
 public:
  /// Adds a stream. Null if it was added before. `cursor`: Last-Event-ID of its request. `last`:
  /// the largest event ID so far.
  [[nodiscard]] Subscription* Add(const StreamHandle& stream, std::int64_t cursor,
                                  std::int64_t last, std::uint32_t address);
  /// Makes a stream listen to `topic`, which must outlive the subscription.
  static void Listen(Subscription& subscription, Topic& topic);
  /// Finds a stream. Null if it was removed or never added.
  [[nodiscard]] Subscription* Find(const StreamHandle& stream);
  /// Removes a stream, and calls `left` with each topic that it listened to. `left` may destroy the
  /// topic.
  template <typename Left>
  void Remove(const StreamHandle& stream, Left left) {
    const auto found = subscriptions_.find(stream);
    if (found == subscriptions_.end()) return;
    for (Topic* topic : found->second.topics) {
      std::erase(topic->subscriptions, &found->second);
      left(*topic);
    }
    subscriptions_.erase(found);
  }

  /// Returns the stream to end if a topic has more than `most`: the latest one of the IP address
  /// that has most of them. Null if none. Each stream is returned once.
  [[nodiscard]] static Subscription* Crowded(const Topic& topic, std::size_t most);

  /// Marks a stream to be served later by ServeBehind().
  void FallBehind(Subscription& subscription);
  /// Calls `serve` with up to `most` of the streams that fell behind, in that order. A stream that
  /// is not live afterwards stays in the queue.
  template <typename Serve>
  void ServeBehind(std::size_t most, Serve serve) {
    for (std::size_t left = std::min(behind_.size(), most); left > 0; --left) {
      const StreamHandle stream = behind_.front();
      behind_.pop_front();
      Subscription* subscription = Find(stream);
      if (subscription == nullptr) continue;
      serve(*subscription);
      if (!subscription->live()) behind_.push_back(stream);
    }
  }
  /// True if a stream fell behind.
  [[nodiscard]] bool anyone_behind() const { return !behind_.empty(); }
  /// The event ID up to which everything was delivered to all streams that fell behind. INT64_MAX
  /// if none fell behind.
  [[nodiscard]] std::int64_t DeliveredToAllBehind() const;

  /// Registers a stream for Reached(), when the watermark is at least `event_id`.
  void AwaitWatermark(Subscription& subscription, std::int64_t event_id);
  /// Calls `tell` once with each live stream whose event ID `watermark` has reached.
  template <typename Tell>
  void Reached(std::int64_t watermark, Tell tell) {
    std::erase_if(awaiting_, [&](const StreamHandle& stream) {
      Subscription* subscription = Find(stream);
      if (subscription == nullptr) return true;
      if (subscription->confirm > watermark || !subscription->live()) return false;
      subscription->confirm = 0;
      tell(*subscription);
      return true;
    });
  }

 private:
  std::unordered_map<StreamHandle, Subscription, StreamHandleHash> subscriptions_;
  std::deque<StreamHandle> behind_;
  std::vector<StreamHandle> awaiting_;
};

}  // namespace prichal::bridge
