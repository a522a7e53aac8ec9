// Hub's functions for the store: extending the life of a message, and refilling a store that has
// lost its contents.

#include "bridge/core/hub_parts.h"

namespace prichal::bridge {

std::vector<ClientId> Hub::Receivers() const {
  std::vector<ClientId> receivers;
  for (const auto& [id, inbox] : inboxes_) {
    if (inbox.mailbox.size() > 0) receivers.push_back(id);
  }
  return receivers;
}

std::vector<Message> Hub::KeptOf(const ClientId& id, std::int64_t after,
                                 std::size_t most_bytes) const {
  std::vector<Message> kept;
  const auto inbox = inboxes_.find(id);
  if (inbox == inboxes_.end()) return kept;
  const Mailbox& mailbox = inbox->second.mailbox;
  std::size_t bytes = 0;
  for (std::size_t at = mailbox.After(after); at < mailbox.size() && bytes < most_bytes; ++at) {
    const Message& message = mailbox.at(at);
    if (message.only_open_streams) continue;
    kept.push_back(message);
    bytes += Mailbox::CostOf(message);
  }
  return kept;
}

bool Hub::Has(const ClientId& id, std::int64_t event_id) const {
  const auto inbox = inboxes_.find(id);
  return inbox != inboxes_.end() &&
         inbox->second.mailbox.Find(event_id) < inbox->second.mailbox.size();
}

std::optional<Message> Hub::Prolong(const ClientId& id, std::int64_t event_id, Millis expires) {
  const auto inbox = inboxes_.find(id);
  if (inbox == inboxes_.end()) return std::nullopt;
  Mailbox& mailbox = inbox->second.mailbox;
  const std::size_t position = mailbox.Find(event_id);
  if (position == mailbox.size()) return std::nullopt;
  Message& message = mailbox.at(position);
  if (message.expires >= expires) return std::nullopt;
  // It is looked for when it was to expire, and then again.
  message.expires = expires;
  return message;
}

}  // namespace prichal::bridge
