#include "bridge/mailbox.h"

#include <algorithm>
#include <utility>

namespace prichal::bridge {

void Mailbox::Add(Message message) {
  next_expiry_ = messages_.empty() ? message.expires : std::min(next_expiry_, message.expires);
  bytes_ += CostOf(message);
  messages_.push_back(std::move(message));
}

template <typename Goes>
Mailbox::Dropped Mailbox::Drop(Goes goes) {
  Dropped dropped;
  Millis next = Millis::max();
  std::erase_if(messages_, [&](const Message& message) {
    if (!goes(message)) {
      next = std::min(next, message.expires);
      return false;
    }
    ++dropped.messages;
    dropped.bytes += CostOf(message);
    if (message.given_to == 0) ++dropped.never_given;
    if (!message.only_open_streams) dropped.kept.push_back(message.event_id);
    return true;
  });
  next_expiry_ = next;
  bytes_ -= dropped.bytes;
  // An empty mailbox with an open stream is the common case: it owns no memory. (`= {}` would only
  // take the messages out.)
  if (messages_.empty()) messages_ = std::vector<Message>();
  return dropped;
}

Mailbox::Dropped Mailbox::Expire(Millis now) {
  if (messages_.empty() || next_expiry_ > now) return {};
  return Drop([now](const Message& message) { return message.expires <= now; });
}

Mailbox::Dropped Mailbox::Confirm(std::int64_t event_id) {
  if (messages_.empty() || messages_.front().event_id > event_id) return {};
  return Drop([event_id](const Message& message) {
    return message.event_id <= event_id && message.given_to == 1;
  });
}

std::size_t Mailbox::After(std::int64_t event_id) const {
  const auto first = std::upper_bound(
      messages_.begin(), messages_.end(), event_id,
      [](std::int64_t id, const Message& message) { return id < message.event_id; });
  return static_cast<std::size_t>(first - messages_.begin());
}

}  // namespace prichal::bridge
