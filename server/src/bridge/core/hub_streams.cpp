// Hub's streams: subscriptions, pages of the backlog, and confirmations.

#include <algorithm>
#include <utility>

#include "bridge/core/hub.h"

namespace prichal::bridge {

void Hub::Subscribe(const StreamHandle& stream, const std::vector<ClientId>& ids,
                    std::int64_t after, Millis now, std::uint32_t address) {
  Subscription* subscriber = subscriptions_.Add(stream, after, event_ids_.Last(), address);
  if (subscriber == nullptr) return;
  subscriber->topics.reserve(ids.size());
  for (const ClientId& id : ids) {
    Inbox& inbox = Open(id);
    SubscriptionTable::Listen(*subscriber, inbox);
    Subscription* crowded = SubscriptionTable::Crowded(inbox, limits_.streams_per_id);
    if (crowded == nullptr) continue;
    counters_.streams_crowded.Add();
    port_.EndCrowded(crowded->stream);
  }
  counters_.subscriptions.Add(ids.size());
  DeliverPage(*subscriber, now);
}

void Hub::Continue(const StreamHandle& stream, Millis now) {
  Subscription* subscriber = subscriptions_.Find(stream);
  if (subscriber == nullptr) return;
  if (subscriber->pace == Subscription::Pace::kCatchingUp) DeliverPage(*subscriber, now);
}

void Hub::DeliverMore(Millis now) {
  subscriptions_.ServeBehind(limits_.receivers_a_turn,
                             [&](Subscription& subscriber) { DeliverPage(subscriber, now); });
  AnswerConfirmations();
  PublishWatermark();
}

void Hub::DeliverPage(Subscription& subscriber, Millis now) {
  struct Source {
    Mailbox* mailbox;
    std::size_t next;
  };
  std::vector<Source> sources;
  for (Topic* topic : subscriber.topics) {
    Mailbox& mailbox = static_cast<Inbox*>(topic)->mailbox;
    const std::size_t next = mailbox.After(subscriber.delivered);
    if (next < mailbox.size()) sources.push_back({.mailbox = &mailbox, .next = next});
  }
  const auto is_older = [](const Source& a, const Source& b) {
    return a.mailbox->at(a.next).event_id < b.mailbox->at(b.next).event_id;
  };

  Batch batch;
  std::size_t bytes = 0;
  while (!sources.empty() && batch.messages.size() < limits_.page.messages &&
         bytes < limits_.page.bytes) {
    const auto source = std::min_element(sources.begin(), sources.end(), is_older);
    Message& message = source->mailbox->at(source->next);
    subscriber.delivered = message.event_id;
    const bool opened_late =
        message.only_open_streams && message.event_id <= subscriber.opened_after;
    if (message.expires > now && !opened_late) {
      message.delivered = true;
      SharedBytes frame = Share(MessageFrame(message.event_id, message.envelope));
      bytes += frame->size();
      batch.messages.push_back({.event_id = message.event_id, .frame = std::move(frame)});
    }
    if (++source->next == source->mailbox->size()) sources.erase(source);
  }
  batch.more = !sources.empty();
  if (!batch.more) subscriber.pace = Subscription::Pace::kLive;
  // A Last-Event-ID may be in the future: no message up to it will be delivered.
  batch.up_to = batch.more ? subscriber.delivered : std::max(subscriber.delivered, CommittedUpTo());
  port_.Deliver(subscriber.stream, std::move(batch));
}

void Hub::Confirm(const StreamHandle& stream, std::int64_t event_id) {
  Subscription* subscriber = subscriptions_.Find(stream);
  // For a stream that is still catching up, the pages confirm it.
  if (subscriber == nullptr || subscriber->pace == Subscription::Pace::kCatchingUp) return;
  subscriptions_.AwaitWatermark(*subscriber, event_id);
  AnswerConfirmations();
}

void Hub::AnswerConfirmations() {
  const std::int64_t committed = CommittedUpTo();
  subscriptions_.Reached(committed, [&](const Subscription& subscriber) {
    port_.Deliver(subscriber.stream, {.up_to = committed});
  });
}

void Hub::Unsubscribe(const StreamHandle& stream) {
  subscriptions_.Remove(stream, [this](Topic& topic) {
    counters_.subscriptions.Subtract();
    CloseIfUnused(static_cast<Inbox&>(topic));
  });
}

std::int64_t Hub::CommittedUpTo() const {
  return pending_.empty() ? event_ids_.Last() : pending_.front().message.event_id - 1;
}

void Hub::PublishWatermark() {
  if (pending_.empty() && !subscriptions_.anyone_behind()) return watermark_.Close();
  const std::int64_t committed =
      pending_.empty() ? INT64_MAX : pending_.front().message.event_id - 1;
  watermark_.Set(std::min(committed, subscriptions_.DeliveredToAllBehind()));
}

}  // namespace prichal::bridge
