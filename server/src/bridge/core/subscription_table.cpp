#include "bridge/core/subscription_table.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>

namespace prichal::bridge {

Subscription* SubscriptionTable::Add(const StreamHandle& stream, std::int64_t cursor,
                                     std::int64_t last, std::uint32_t address) {
  const auto [place, is_new] = subscriptions_.try_emplace(stream);
  if (!is_new) return nullptr;
  Subscription& subscription = place->second;
  subscription.stream = stream;
  subscription.delivered = cursor;
  subscription.opened_after = last;
  subscription.address = address;
  // A Last-Event-ID in the future mutes the stream, and is no position in the mailbox.
  subscription.silent = cursor > last;
  subscription.cursor = subscription.silent ? 0 : cursor;
  return &subscription;
}

void SubscriptionTable::Listen(Subscription& subscription, Topic& topic) {
  topic.subscriptions.push_back(&subscription);
  subscription.topics.push_back(&topic);
}

Subscription* SubscriptionTable::Find(const StreamHandle& stream) {
  const auto found = subscriptions_.find(stream);
  return found == subscriptions_.end() ? nullptr : &found->second;
}

Subscription* SubscriptionTable::Crowded(const Topic& topic, std::size_t most) {
  if (topic.subscriptions.size() <= most) return nullptr;
  boost::unordered_flat_map<std::uint32_t, std::size_t> by_address;
  std::size_t streams = 0;
  for (const Subscription* subscription : topic.subscriptions) {
    if (subscription->ending) continue;
    ++streams;
    ++by_address[subscription->address];
  }
  if (streams <= most) return nullptr;
  Subscription* latest = nullptr;
  for (Subscription* subscription : topic.subscriptions) {
    if (subscription->ending) continue;
    const bool fewer =
        latest != nullptr && by_address[subscription->address] < by_address[latest->address];
    if (!fewer) latest = subscription;
  }
  latest->ending = true;
  return latest;
}

void SubscriptionTable::FallBehind(Subscription& subscription) {
  subscription.pace = Subscription::Pace::kBehind;
  behind_.push_back(subscription.stream);
}

std::int64_t SubscriptionTable::DeliveredToAllBehind() const {
  std::int64_t delivered = INT64_MAX;
  for (const StreamHandle& stream : behind_) {
    const auto found = subscriptions_.find(stream);
    if (found != subscriptions_.end()) delivered = std::min(delivered, found->second.delivered);
  }
  return delivered;
}

void SubscriptionTable::AwaitWatermark(Subscription& subscription, std::int64_t event_id) {
  if (subscription.confirm == 0) awaiting_.push_back(subscription.stream);
  subscription.confirm = std::max(subscription.confirm, event_id);
}

}  // namespace prichal::bridge
