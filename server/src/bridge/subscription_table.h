#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "bridge/delivery.h"

namespace prichal::bridge {

struct Subscription;

/// A client id that streams listen to. Whatever a broker keeps for each client id begins with this.
struct Topic {
  std::vector<Subscription*> subscriptions;
};

/// A stream that listens to client ids of one shard.
struct Subscription {
  StreamHandle stream;
  std::vector<Topic*> topics;
  std::int64_t delivered = 0;     ///< all up to here has been delivered
  std::int64_t opened_after = 0;  ///< the last event id when it subscribed
  std::int64_t confirm = 0;       ///< waits for the watermark to reach this; 0: does not
  std::int64_t cursor = 0;        ///< what it had when it came; 0: nothing, or silence
  std::uint32_t address = 0;      ///< Sender::address of its client
  bool silent = false;            ///< its cursor lies in the future
  bool ending = false;            ///< it has been told to end: its topic had too many
  enum class Pace : std::uint8_t {
    kCatchingUp,  ///< asks for its backlog page by page
    kBehind,      ///< waits for its turn, because a message had many receivers
    kLive,        ///< has all there is
  } pace = Pace::kCatchingUp;

  [[nodiscard]] bool live() const { return pace == Pace::kLive; }
};

/// Which streams listen to which client ids of one shard, and which of them wait for something.
/// Knows no message. Pure; lives with its broker, which owns the topics.
class SubscriptionTable {
 public:
  /// Null: this stream is there already. `cursor`: the event id up to which its client has all;
  /// `last`: the largest id so far.
  [[nodiscard]] Subscription* Add(const StreamHandle& stream, std::int64_t cursor,
                                  std::int64_t last, std::uint32_t address);
  /// `topic`: must outlive the subscription.
  static void Listen(Subscription& subscription, Topic& topic);
  /// Null: no such stream.
  [[nodiscard]] Subscription* Find(const StreamHandle& stream);
  /// Calls `left` with each topic that the stream no longer listens to; it may destroy the topic.
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

  /// The stream that gives way where a topic has more than `most`: of the address that has most of
  /// them the latest. It is named once; null: none has to.
  [[nodiscard]] static Subscription* Crowded(const Topic& topic, std::size_t most);

  /// Marks a stream to be served later by ServeBehind().
  void FallBehind(Subscription& subscription);
  /// Calls `serve` with up to `most` of the streams that fell behind, in that order. A stream that
  /// is not live afterwards stays behind.
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
  [[nodiscard]] bool anyone_behind() const { return !behind_.empty(); }
  /// Everything up to here has been delivered to the streams that fell behind; INT64_MAX: there is
  /// none.
  [[nodiscard]] std::int64_t DeliveredToAllBehind() const;

  /// The stream wants to know when the watermark has reached `event_id`.
  void AwaitWatermark(Subscription& subscription, std::int64_t event_id);
  /// Calls `tell` with those for whom it has, once each. A stream that is behind is told later.
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
