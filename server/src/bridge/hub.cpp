#include "bridge/hub.h"

#include <algorithm>
#include <utility>

#include "bridge/frames.h"
#include "bridge/hub_parts.h"

namespace prichal::bridge {
namespace {

/// How long a message with ttl 0 is kept for open streams that are still catching up.
constexpr Millis kHoldForOpenStreams{30'000};
/// Of what may wait in all: one message is remembered for so many bytes.
constexpr std::size_t kBytesARepeat = 1024;
constexpr std::size_t kMostRepeats = std::size_t{1} << 31U;

}  // namespace

std::size_t Hub::StreamHash::operator()(const StreamRef& stream) const {
  // Slots are dense and ours: nobody can aim at a bucket.
  return (static_cast<std::size_t>(stream.loop) << 32U) ^ stream.slot;
}

Hub::Hub(const HubLimits& limits, EventIds& event_ids, const SipHash& hash, DeliveryPort& port,
         Counters& counters)
    : limits_(limits),
      event_ids_(event_ids),
      port_(port),
      counters_(counters),
      inboxes_(0, IdHash{&hash}),
      repeats_(std::clamp<std::size_t>(limits.total_bytes / kBytesARepeat, 1, kMostRepeats)) {}

Hub::~Hub() = default;

Hub::NamedInbox& Hub::Open(const ClientId& id) {
  const auto [place, is_new] = inboxes_.try_emplace(id);
  if (is_new) counters_.mailboxes.Add();
  return *place;
}

void Hub::CloseIfUnused(NamedInbox& inbox) {
  const Inbox& content = inbox.second;
  if (content.mailbox.size() > 0 || !content.subscribers.empty() || content.reserved_messages > 0 ||
      content.in_expiring > 0) {
    return;
  }
  inboxes_.erase(ClientId(inbox.first));
  counters_.mailboxes.Subtract();
}

Result<Hub::Accepted, AcceptError> Hub::Accept(Arrival arrival, Time now) {
  const std::int64_t event_id = event_ids_.Next(now.unix_time);
  SharedBytes frame = Share(MessageFrame(event_id, std::move(arrival.envelope)));
  const std::size_t cost = Mailbox::CostOf(frame->size());
  if (cost > limits_.mailbox_bytes) return Fail(AcceptError::kTooLarge);
  if (total_bytes_ + cost > limits_.total_bytes) return Fail(AcceptError::kTotalFull);

  NamedInbox& inbox = Open(arrival.to);
  Inbox& content = inbox.second;
  if (content.mailbox.size() + content.reserved_messages >= limits_.mailbox_messages ||
      content.mailbox.bytes() + content.reserved_bytes + cost > limits_.mailbox_bytes) {
    return Fail(AcceptError::kMailboxFull);
  }
  ++content.reserved_messages;
  content.reserved_bytes += cost;
  total_bytes_ += cost;
  pending_.push_back({.event_id = event_id,
                      .inbox = &inbox,
                      .ttl = arrival.ttl,
                      .accepted_at = now.steady,
                      .frame = frame,
                      .source = std::move(arrival.source),
                      .fingerprint = arrival.fingerprint});
  repeats_.Add(arrival.fingerprint, event_id, now.steady + arrival.ttl, now.steady);
  return Accepted{.event_id = event_id, .frame = std::move(frame)};
}

std::optional<Hub::Original> Hub::Repeated(const Fingerprint& fingerprint, Millis now) const {
  const auto event_id = repeats_.Find(fingerprint, now);
  if (!event_id) return std::nullopt;
  const auto pending = FindPending(*event_id);
  const bool waits = pending != pending_.end() && pending->state == Pending::State::kWaiting;
  return Original{.event_id = *event_id, .settled = !waits};
}

std::deque<Hub::Pending>::const_iterator Hub::FindPending(std::int64_t event_id) const {
  const auto found = std::lower_bound(
      pending_.begin(), pending_.end(), event_id,
      [](const Pending& pending, std::int64_t id) { return pending.event_id < id; });
  return found != pending_.end() && found->event_id == event_id ? found : pending_.end();
}

void Hub::Settled(std::int64_t event_id, bool stored, Millis now) {
  const auto found = FindPending(event_id);
  if (found == pending_.end()) return;
  Pending& settled = pending_[static_cast<std::size_t>(found - pending_.begin())];
  settled.state = stored ? Pending::State::kStored : Pending::State::kLost;
  if (!stored) repeats_.Forget(settled.fingerprint, event_id);

  // Delivered in the order of ids, even if a store should settle in another.
  while (!pending_.empty() && pending_.front().state != Pending::State::kWaiting) {
    const Pending pending = std::move(pending_.front());
    pending_.pop_front();
    NamedInbox& inbox = *pending.inbox;
    const std::size_t cost = Mailbox::CostOf(pending.frame->size());
    --inbox.second.reserved_messages;
    inbox.second.reserved_bytes -= cost;
    total_bytes_ -= cost;
    if (pending.state == Pending::State::kStored) {
      counters_.accepted.Add();
      Deliver(inbox, pending, now);
    }
    CloseIfUnused(inbox);
  }
  AnswerConfirmations();
}

void Hub::Deliver(NamedInbox& inbox, const Pending& pending, Millis now) {
  Inbox& content = inbox.second;
  std::uint32_t given_to = 0;
  bool somebody_catches_up = false;
  for (Subscriber* subscriber : content.subscribers) {
    if (!subscriber->live) {
      somebody_catches_up = true;
      continue;
    }
    // A cursor far in the future means silence up to there.
    if (subscriber->given >= pending.event_id) continue;
    subscriber->given = pending.event_id;
    ++given_to;
    Batch batch{.up_to = pending.event_id};
    batch.messages.push_back({.event_id = pending.event_id, .frame = pending.frame});
    port_.Give(subscriber->stream, std::move(batch));
  }
  const bool only_open = pending.ttl.count() == 0;
  if (only_open && !somebody_catches_up) {
    if (given_to == 0) counters_.expired.Add();
    return;
  }
  Insert(inbox,
         {.event_id = pending.event_id,
          .expires = pending.accepted_at + (only_open ? kHoldForOpenStreams : pending.ttl),
          .frame = KeptFrame(pending.event_id, *pending.frame, pending.source),
          .given_to = given_to,
          .only_open_streams = only_open},
         now);
}

void Hub::Restore(const ClientId& to, std::int64_t event_id, Millis expires_in,
                  std::string_view frame, Millis now, const Fingerprint& fingerprint) {
  repeats_.Add(fingerprint, event_id, now + expires_in, now);
  NamedInbox& inbox = Open(to);
  // Read back one by one, messages of one source stand behind each other.
  const Message* before = inbox.second.mailbox.newest();
  Insert(
      inbox,
      {.event_id = event_id,
       .expires = now + expires_in,
       .frame = KeptFrame(event_id, frame, before == nullptr ? nullptr : before->frame.source())},
      now);
}

void Hub::Insert(NamedInbox& inbox, Message message, Millis now) {
  expiring_.Add(&inbox, message.expires, now);
  ++inbox.second.in_expiring;
  Mailbox& mailbox = inbox.second.mailbox;
  const std::size_t before = mailbox.bytes();
  mailbox.Add(std::move(message));
  const std::size_t cost = mailbox.bytes() - before;
  total_bytes_ += cost;
  counters_.bytes_waiting.Add(cost);
  counters_.messages_waiting.Add();
}

void Hub::Expire(Millis now) {
  expiring_.TakeDue(now, [&](NamedInbox* inbox) {
    const Mailbox::Dropped dropped = inbox->second.mailbox.Expire(now);
    counters_.expired.Add(dropped.never_given);
    Forget(dropped);
    --inbox->second.in_expiring;
    CloseIfUnused(*inbox);
  });
}

void Hub::Forget(const Mailbox::Dropped& dropped) {
  total_bytes_ -= dropped.bytes;
  counters_.bytes_waiting.Subtract(dropped.bytes);
  counters_.messages_waiting.Subtract(dropped.messages);
  gone_.insert(gone_.end(), dropped.kept.begin(), dropped.kept.end());
}

}  // namespace prichal::bridge
