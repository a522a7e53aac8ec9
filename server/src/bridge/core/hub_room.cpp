// Hub's limits: how many bytes each IP address may hold, and which messages are evicted.

#include <algorithm>

#include "bridge/core/hub_parts.h"

namespace prichal::bridge {
namespace {

/// One address may hold 1/8 of the free bytes. So some bytes always stay free for other addresses:
/// if k addresses hold all they may, 8 / (8 + k).
constexpr std::size_t kPartsOfFree = 8;
/// Buckets of mailboxes that one accepted message searches for evictable messages.
constexpr std::size_t kBucketsATurn = 8;
/// The next round of the search begins when 1/64 of all bytes more are in use.
constexpr std::size_t kRounds = 64;

}  // namespace

void Hub::Hold(std::uint32_t address, std::size_t bytes) {
  total_bytes_ += bytes;
  held_[address] += bytes;
}

void Hub::ReleaseBytes(std::uint32_t address, std::size_t bytes) {
  total_bytes_ -= bytes;
  const auto held = held_.find(address);
  held->second -= bytes;
  if (held->second == 0) held_.erase(held);
}

bool Hub::MayHold(std::uint32_t address, std::size_t bytes) const {
  const auto held = held_.find(address);
  const std::size_t held_by_address = held == held_.end() ? 0 : held->second;
  return held_by_address + bytes <= (limits_.total_bytes - total_bytes_) / kPartsOfFree;
}

bool Hub::MakeRoom(Inbox& inbox, const Sender& sender, std::size_t cost) {
  Mailbox::Newcomer newcomer{.sender = sender,
                             .cost = cost,
                             .accepted_messages = inbox.reserved_messages,
                             .accepted_bytes = inbox.reserved_bytes};
  if (inbox.mailbox.HasRoom(limits_.mailbox, newcomer)) return true;
  const std::size_t place = limits_.mailbox.bytes / limits_.mailbox.messages;
  for (const Pending& pending : pending_) {
    if (pending.inbox != &inbox) continue;
    newcomer.accepted.Add(pending.message.sender(), std::max(pending.cost, place));
  }
  newcomer.taken = ReceivedByAll(inbox);
  const auto dropped = inbox.mailbox.MakeRoom(limits_.mailbox, newcomer);
  if (!dropped) return false;
  Evict(*dropped, newcomer.taken);
  return true;
}

void Hub::Evict(const Mailbox::Dropped& dropped, std::int64_t taken) {
  Release(dropped);
  for (const std::int64_t event_id : dropped.kept) {
    const bool was_taken = event_id <= taken;
    (was_taken ? counters_.evicted_taken : counters_.evicted_waiting).Add();
    if (!was_taken) gone_.untaken.push_back(event_id);
  }
}

std::int64_t Hub::ReceivedBy(const Subscription& subscriber, const Mailbox& mailbox) const {
  std::size_t position = mailbox.After(subscriber.delivered);
  std::size_t messages = 0;
  std::size_t bytes = 0;
  while (position > 0 && messages < limits_.untaken.messages && bytes < limits_.untaken.bytes) {
    ++messages;
    bytes += Mailbox::CostOf(mailbox.at(--position));
  }
  const std::int64_t taken = position == 0 ? 0 : mailbox.at(position - 1).event_id;
  return std::max(subscriber.cursor, taken);
}

std::int64_t Hub::ReceivedByAll(const Inbox& inbox) const {
  std::int64_t taken = 0;
  bool first = true;
  for (const Subscription* subscriber : inbox.subscriptions) {
    if (subscriber->silent) continue;
    const std::int64_t by_this = ReceivedBy(*subscriber, inbox.mailbox);
    taken = first ? by_this : std::min(taken, by_this);
    first = false;
  }
  return taken;
}

void Hub::Relieve() {
  if (total_bytes_ <= limits_.total_bytes / 2) {
    relieve_from_ = 0;
    return;
  }
  if (total_bytes_ < relieve_from_) return;
  const std::size_t end = std::min(inboxes_.bucket_count(), relieved_buckets_ + kBucketsATurn);
  for (; relieved_buckets_ < end; ++relieved_buckets_) {
    for (auto inbox = inboxes_.begin(relieved_buckets_); inbox != inboxes_.end(relieved_buckets_);
         ++inbox) {
      RelieveOne(inbox->second);
    }
  }
  if (relieved_buckets_ < inboxes_.bucket_count()) return;
  relieved_buckets_ = 0;
  relieve_from_ = total_bytes_ + limits_.total_bytes / kRounds;
}

void Hub::RelieveOne(Inbox& inbox) {
  const std::int64_t taken = ReceivedByAll(inbox);
  if (taken == 0) return;
  const std::size_t fair = total_bytes_ / std::max<std::size_t>(1, held_.size());
  const Mailbox::Dropped dropped = inbox.mailbox.DropTaken(taken, [&](std::uint32_t address) {
    const auto held = held_.find(address);
    return held != held_.end() && held->second >= fair;
  });
  Evict(dropped, taken);
}

}  // namespace prichal::bridge
