#include "bridge/mailbox.h"

#include <algorithm>
#include <utility>

namespace prichal::bridge {

void Mailbox::Add(Message message) {
  next_expiry_ = messages_.empty() ? message.expires : std::min(next_expiry_, message.expires);
  bytes_ += CostOf(message.frame);
  messages_.push_back(std::move(message));
}

std::size_t Mailbox::Expire(Millis now, std::size_t& never_given) {
  if (messages_.empty() || next_expiry_ > now) return 0;
  std::size_t freed = 0;
  Millis next = Millis::max();
  std::erase_if(messages_, [&](const Message& message) {
    if (message.expires > now) {
      next = std::min(next, message.expires);
      return false;
    }
    freed += CostOf(message.frame);
    if (!message.given) ++never_given;
    return true;
  });
  next_expiry_ = next;
  bytes_ -= freed;
  // An empty mailbox with an open stream is the common case: it owns no memory.
  if (messages_.empty()) messages_ = {};
  return freed;
}

std::size_t Mailbox::After(std::int64_t event_id) const {
  const auto first = std::upper_bound(
      messages_.begin(), messages_.end(), event_id,
      [](std::int64_t id, const Message& message) { return id < message.event_id; });
  return static_cast<std::size_t>(first - messages_.begin());
}

}  // namespace prichal::bridge
