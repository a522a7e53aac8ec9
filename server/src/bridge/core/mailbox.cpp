#include "bridge/core/mailbox.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <utility>

namespace prichal::bridge {
namespace {

/// Fraction of the limits that an eviction frees in addition: 1/64.
constexpr std::size_t kToSpare = 64;

}  // namespace

void Mailbox::Add(Message message) {
  next_expiry_ = messages_.empty() ? message.expires : std::min(next_expiry_, message.expires);
  bytes_ += CostOf(message);
  messages_.push_back(std::move(message));
}

void Mailbox::CountDropped(const Message& message, Dropped& dropped) {
  const std::size_t cost = CostOf(message);
  ++dropped.messages;
  dropped.bytes += cost;
  if (!message.delivered) ++dropped.undelivered;
  if (!message.only_open_streams) dropped.kept.push_back(message.event_id);
  // Consecutive messages often have the same sender.
  if (dropped.held.empty() || dropped.held.back().first != message.sender_address) {
    dropped.held.emplace_back(message.sender_address, 0);
  }
  dropped.held.back().second += cost;
}

Mailbox::Dropped Mailbox::Expire(Millis now) {
  if (messages_.empty() || next_expiry_ > now) return {};
  return Drop([now](const Message& message) { return message.expires <= now; });
}

bool Mailbox::HasRoom(const Bounds& limits, const Newcomer& newcomer) const {
  return messages_.size() + newcomer.accepted_messages < limits.messages &&
         bytes_ + newcomer.accepted_bytes + newcomer.cost <= limits.bytes;
}

std::optional<Mailbox::Dropped> Mailbox::MakeRoom(const Bounds& limits, const Newcomer& newcomer) {
  // Each message counts as at least an average one, so small messages hold a share too.
  const std::size_t place = limits.bytes / limits.messages;
  const auto held = [place](std::size_t cost) { return std::max(cost, place); };
  Shares shares = newcomer.accepted;
  shares.Add(newcomer.sender, held(newcomer.cost));
  boost::unordered_flat_map<std::uint64_t, std::vector<std::size_t>> by_sender;
  for (std::size_t i = messages_.size(); i-- > 0;) {
    shares.Add(messages_[i].sender(), held(CostOf(messages_[i])));
    by_sender[messages_[i].sender().key()].push_back(i);  // the oldest is at the end
  }

  std::size_t messages = messages_.size() + newcomer.accepted_messages + 1;
  std::size_t bytes = bytes_ + newcomer.accepted_bytes + newcomer.cost;
  const auto fits = [&](std::size_t to_spare) {
    return messages + limits.messages / to_spare <= limits.messages &&
           bytes + limits.bytes / to_spare <= limits.bytes;
  };
  std::vector<bool> goes(messages_.size());
  // Free more than needed, because the search for the sender examines every message.
  while (!fits(kToSpare)) {
    const Sender greediest = shares.Greediest();
    std::vector<std::size_t>& own = by_sender[greediest.key()];
    if (own.empty()) break;
    const Message& oldest = messages_[own.back()];
    if (greediest == newcomer.sender && oldest.event_id > newcomer.taken) break;
    goes[own.back()] = true;
    own.pop_back();
    --messages;
    bytes -= CostOf(oldest);
    shares.Subtract(greediest, held(CostOf(oldest)));
  }
  if (messages > limits.messages || bytes > limits.bytes) return std::nullopt;
  std::size_t position = 0;  // Drop() calls the function once per message, in order
  return Drop([&](const Message& /*message*/) { return static_cast<bool>(goes[position++]); });
}

std::size_t Mailbox::After(std::int64_t event_id) const {
  const auto first = std::upper_bound(
      messages_.begin(), messages_.end(), event_id,
      [](std::int64_t id, const Message& message) { return id < message.event_id; });
  return static_cast<std::size_t>(first - messages_.begin());
}

std::size_t Mailbox::Find(std::int64_t event_id) const {
  const std::size_t position = After(event_id - 1);
  return position < size() && messages_[position].event_id == event_id ? position : size();
}

void Shares::Add(const Sender& sender, std::size_t amount) {
  addresses_[sender.address] += amount;
  senders_[sender.key()] += amount;
}

void Shares::Subtract(const Sender& sender, std::size_t amount) {
  addresses_[sender.address] -= amount;
  senders_[sender.key()] -= amount;
}

Sender Shares::Greediest() const {
  Sender greediest;
  std::size_t most = 0;
  for (const auto& [address, amount] : addresses_) {
    if (amount < most) continue;
    most = amount;
    greediest.address = static_cast<std::uint32_t>(address);
  }
  most = 0;
  for (const auto& [key, amount] : senders_) {
    if (key >> 32U != greediest.address || amount < most) continue;
    most = amount;
    greediest.id = static_cast<std::uint32_t>(key);
  }
  return greediest;
}

}  // namespace prichal::bridge
