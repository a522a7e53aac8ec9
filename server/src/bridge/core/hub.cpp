// Hub's messages: acceptance, delivery, expiry, the limits with their evictions, and the functions
// for a store that has lost its contents.

#include "bridge/core/hub.h"

#include <algorithm>
#include <utility>

#include "bridge/core/frames.h"

namespace prichal::bridge {
namespace {

/// Time for which a message with TTL 0 is kept for open streams that are still catching up.
constexpr Millis kHoldForOpenStreams{30'000};

}  // namespace

Hub::Hub(const BrokerLimits& limits, EventIds& event_ids, Watermark& watermark, const SipHash& hash,
         DeliveryPort& port, Counters& counters)
    : limits_(limits),
      event_ids_(event_ids),
      watermark_(watermark),
      hash_(hash),
      port_(port),
      counters_(counters),
      inboxes_(0, ClientIdHash{&hash}) {}

Hub::~Hub() = default;

Hub::Inbox& Hub::Open(const ClientId& id) {
  const auto [place, is_new] = inboxes_.try_emplace(id);
  if (is_new) {
    counters_.mailboxes.Add();
    place->second.id = &place->first;
  }
  return place->second;
}

void Hub::CloseIfUnused(Inbox& inbox) {
  if (inbox.mailbox.size() > 0 || !inbox.subscriptions.empty() || inbox.reserved_messages > 0) {
    return;
  }
  inboxes_.erase(ClientId(*inbox.id));
  counters_.mailboxes.Subtract();
}

Result<std::int64_t, PublishResult> Hub::Accept(Publication arrival, Time now) {
  // Call Open() before the ID is allocated: from then on a stream may wait for smaller IDs.
  if (pending_.empty() && !subscriptions_.anyone_behind()) watermark_.Open(event_ids_);
  auto accepted = Reserve(std::move(arrival), event_ids_.Next(now.unix_time), now.steady);
  if (!accepted) PublishWatermark();
  return accepted;
}

Result<std::int64_t, PublishResult> Hub::Reserve(Publication arrival, std::int64_t event_id,
                                                 Millis now) {
  const std::size_t cost = Mailbox::CostOf(SizeOfFrame(event_id, arrival.envelope));
  if (cost > limits_.mailbox.bytes) return Fail(PublishResult::kTooLarge);
  Relieve();
  if (total_bytes_ + cost > limits_.total_bytes) {
    relieve_from_ = 0;  // the next Relieve() continues, although no more bytes are in use
    return Fail(PublishResult::kTotalFull);
  }
  if (arrival.address_counts && !MayHold(arrival.sender.address, cost)) {
    return Fail(PublishResult::kAddressFull);
  }

  Inbox& inbox = Open(arrival.to);
  if (!MakeRoom(inbox, arrival.sender, cost)) return Fail(PublishResult::kMailboxFull);
  ++inbox.reserved_messages;
  inbox.reserved_bytes += cost;
  const bool only_open = arrival.ttl.count() == 0;
  Message message{.event_id = event_id,
                  .expires = now + (only_open ? kHoldForOpenStreams : arrival.ttl),
                  .envelope = std::move(arrival.envelope),
                  .sender_id = arrival.sender.id,
                  .sender_address = arrival.sender.address & Sender::kAddressMask,
                  .only_open_streams = only_open};
  Hold(message.sender_address, cost);
  pending_.push_back({.message = std::move(message), .inbox = &inbox, .cost = cost});
  return event_id;
}

bool Hub::IsOpen(std::int64_t event_id) const {
  const auto pending = FindPending(event_id);
  return pending != pending_.end() && pending->state == Pending::State::kWaiting;
}

std::deque<Hub::Pending>::const_iterator Hub::FindPending(std::int64_t event_id) const {
  const auto found = std::lower_bound(
      pending_.begin(), pending_.end(), event_id,
      [](const Pending& pending, std::int64_t id) { return pending.message.event_id < id; });
  return found != pending_.end() && found->message.event_id == event_id ? found : pending_.end();
}

void Hub::OnCommit(std::int64_t event_id, bool stored, Millis now) {
  const auto found = FindPending(event_id);
  if (found == pending_.end()) return;
  Pending& committed = pending_[static_cast<std::size_t>(found - pending_.begin())];
  committed.state = stored ? Pending::State::kStored : Pending::State::kLost;

  // Deliver in the order of IDs, even if the store commits in another order.
  while (!pending_.empty() && pending_.front().state != Pending::State::kWaiting) {
    Pending pending = std::move(pending_.front());
    pending_.pop_front();
    Inbox& inbox = *pending.inbox;
    --inbox.reserved_messages;
    inbox.reserved_bytes -= pending.cost;
    ReleaseBytes(pending.message.sender_address, pending.cost);
    if (pending.state == Pending::State::kStored) {
      counters_.accepted.Add();
      Deliver(inbox, std::move(pending.message), now);
    }
    CloseIfUnused(inbox);
  }
  AnswerConfirmations();
  PublishWatermark();
}

void Hub::Deliver(Inbox& inbox, Message message, Millis now) {
  SharedBytes frame;  // created for the first receiver and shared by all
  std::size_t delivered_to = 0;
  bool somebody_catches_up = false;
  for (Subscription* subscriber : inbox.subscriptions) {
    if (!subscriber->live()) {
      somebody_catches_up = true;
      continue;
    }
    // A Last-Event-ID in the future mutes the stream up to that ID.
    if (subscriber->delivered >= message.event_id) continue;
    if (delivered_to == limits_.receivers_a_turn) {
      subscriptions_.FallBehind(*subscriber);
      somebody_catches_up = true;
      continue;
    }
    subscriber->delivered = message.event_id;
    ++delivered_to;
    if (frame == nullptr) frame = Share(MessageFrame(message.event_id, message.envelope));
    Batch batch{.up_to = message.event_id};
    batch.messages.push_back({.event_id = message.event_id, .frame = frame});
    port_.Deliver(subscriber->stream, std::move(batch));
  }
  if (message.only_open_streams && !somebody_catches_up) {
    if (delivered_to == 0) counters_.expired.Add();
    return;
  }
  message.delivered = delivered_to > 0;
  Insert(inbox, std::move(message), now);
}

void Hub::Restore(const ClientId& to, std::int64_t event_id, Millis expires_in, Envelope envelope,
                  Millis now) {
  Inbox& inbox = Open(to);
  // Each restored message has its own copy of the source. Consecutive messages share equal ones.
  const Message* before = inbox.mailbox.newest();
  if (before != nullptr) envelope.ShareSourceWith(before->envelope);
  // The file has no IP addresses, so each sender counts separately.
  const Sender sender = Sender::Make(hash_, envelope.from());
  Insert(inbox,
         {.event_id = event_id,
          .expires = now + expires_in,
          .envelope = std::move(envelope),
          .sender_id = sender.id,
          .sender_address = sender.address & Sender::kAddressMask},
         now);
}

void Hub::Insert(Inbox& inbox, Message message, Millis now) {
  LookWhenDue(inbox, message.expires, now);
  Mailbox& mailbox = inbox.mailbox;
  const std::size_t before = mailbox.bytes();
  const std::uint32_t address = message.sender_address;
  mailbox.Add(std::move(message));
  const std::size_t cost = mailbox.bytes() - before;
  Hold(address, cost);
  counters_.bytes_waiting.Add(cost);
  counters_.messages_waiting.Add();
}

void Hub::LookWhenDue(Inbox& inbox, Millis due, Millis now) {
  if (inbox.is_linked() && inbox.next_look <= due) return;
  expiring_.Add(inbox, due, now);
  inbox.next_look = due;
}

void Hub::Expire(Millis now) {
  expiring_.TakeDue(now, [&](Inbox& inbox) {
    const Mailbox::Dropped dropped = inbox.mailbox.Expire(now);
    counters_.expired.Add(dropped.undelivered);
    Release(dropped);
    if (inbox.mailbox.size() > 0) LookWhenDue(inbox, inbox.mailbox.next_expiry(), now);
    CloseIfUnused(inbox);
  });
  Relieve();
}

void Hub::Release(const Mailbox::Dropped& dropped) {
  for (const auto& [address, bytes] : dropped.held) ReleaseBytes(address, bytes);
  counters_.bytes_waiting.Subtract(dropped.bytes);
  counters_.messages_waiting.Subtract(dropped.messages);
  gone_.all.insert(gone_.all.end(), dropped.kept.begin(), dropped.kept.end());
}

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
  // The mailbox is examined at the earlier expiry, and then again.
  message.expires = expires;
  return message;
}

namespace {

/// One address may hold 1/8 of the free bytes, so some bytes always stay free for other addresses:
/// if k addresses hold their maximum, 8 / (8 + k) of all.
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
