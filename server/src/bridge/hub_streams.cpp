// The streams of a hub: what they have been given, and in which order.

#include <algorithm>
#include <utility>

#include "bridge/hub_parts.h"

namespace prichal::bridge {

void Hub::Subscribe(const StreamRef& stream, const std::vector<ClientId>& ids, std::int64_t after,
                    Millis now) {
  const auto [place, is_new] = subscribers_.try_emplace(stream);
  if (!is_new) return;
  Subscriber& subscriber = place->second;
  subscriber.stream = stream;
  subscriber.given = after;
  subscriber.opened_after = event_ids_.Last();
  subscriber.inboxes.reserve(ids.size());
  // A cursor that was never given says nothing: it is silence that was asked for.
  const bool confirms = after <= subscriber.opened_after;
  for (const ClientId& id : ids) {
    NamedInbox& inbox = Open(id);
    if (confirms) {
      const Mailbox::Dropped dropped = inbox.second.mailbox.Confirm(GivenToAll(inbox, after));
      counters_.confirmed.Add(dropped.messages);
      Forget(dropped);
    }
    inbox.second.subscribers.push_back(&subscriber);
    subscriber.inboxes.push_back(&inbox);
  }
  counters_.subscriptions.Add(ids.size());
  GivePage(subscriber, now);
}

std::int64_t Hub::GivenToAll(const NamedInbox& inbox, std::int64_t up_to) {
  for (const Subscriber* subscriber : inbox.second.subscribers) {
    if (!subscriber->live) up_to = std::min(up_to, subscriber->given);
  }
  return up_to;
}

void Hub::Continue(const StreamRef& stream, Millis now) {
  const auto found = subscribers_.find(stream);
  if (found != subscribers_.end() && !found->second.live) GivePage(found->second, now);
}

void Hub::GivePage(Subscriber& subscriber, Millis now) {
  struct Source {
    Mailbox* mailbox;
    std::size_t next;
  };
  std::vector<Source> sources;
  for (NamedInbox* inbox : subscriber.inboxes) {
    Mailbox& mailbox = inbox->second.mailbox;
    const std::size_t next = mailbox.After(subscriber.given);
    if (next < mailbox.size()) sources.push_back({.mailbox = &mailbox, .next = next});
  }
  const auto is_older = [](const Source& a, const Source& b) {
    return a.mailbox->at(a.next).event_id < b.mailbox->at(b.next).event_id;
  };

  Batch batch;
  std::size_t bytes = 0;
  while (!sources.empty() && batch.messages.size() < limits_.page_messages &&
         bytes < limits_.page_bytes) {
    const auto source = std::min_element(sources.begin(), sources.end(), is_older);
    Message& message = source->mailbox->at(source->next);
    subscriber.given = message.event_id;
    const bool opened_late =
        message.only_open_streams && message.event_id <= subscriber.opened_after;
    if (message.expires > now && !opened_late) {
      ++message.given_to;
      SharedBytes frame = Share(message.frame.Text(message.event_id));
      bytes += frame->size();
      batch.messages.push_back({.event_id = message.event_id, .frame = std::move(frame)});
    }
    if (++source->next == source->mailbox->size()) sources.erase(source);
  }
  batch.more = !sources.empty();
  subscriber.live = !batch.more;
  // A cursor may lie in the future: nothing up to it will be given.
  batch.up_to = batch.more ? subscriber.given : std::max(subscriber.given, Watermark());
  port_.Give(subscriber.stream, std::move(batch));
}

void Hub::Confirm(const StreamRef& stream, std::int64_t event_id) {
  const auto found = subscribers_.find(stream);
  // Who is still catching up learns it from the pages.
  if (found == subscribers_.end() || !found->second.live) return;
  if (found->second.confirm == 0) confirmations_.push_back(stream);
  found->second.confirm = std::max(found->second.confirm, event_id);
  AnswerConfirmations();
}

void Hub::AnswerConfirmations() {
  if (confirmations_.empty()) return;
  const std::int64_t watermark = Watermark();
  std::erase_if(confirmations_, [&](const StreamRef& stream) {
    const auto found = subscribers_.find(stream);
    if (found == subscribers_.end()) return true;
    if (found->second.confirm > watermark) return false;
    found->second.confirm = 0;
    port_.Give(stream, {.up_to = watermark});
    return true;
  });
}

void Hub::Unsubscribe(const StreamRef& stream) {
  const auto found = subscribers_.find(stream);
  if (found == subscribers_.end()) return;
  for (NamedInbox* inbox : found->second.inboxes) {
    std::erase(inbox->second.subscribers, &found->second);
    CloseIfUnused(*inbox);
  }
  counters_.subscriptions.Subtract(found->second.inboxes.size());
  subscribers_.erase(found);
}

std::int64_t Hub::Watermark() const {
  return pending_.empty() ? event_ids_.Last() : pending_.front().event_id - 1;
}

}  // namespace prichal::bridge
