// ValkeyBroker's calls and channels: pushes, and reads of messages whose push is missing.

#include "bridge/valkey/valkey_broker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace prichal::bridge {
namespace {

constexpr Millis kRetryEvery{100};
/// Each mailbox is read once in this many ticks, regardless of pushes.
constexpr std::uint64_t kSweepTicks = 30;
/// Without order, where only these reads find messages that were not pushed.
constexpr std::uint64_t kSweepTicksWithoutOrder = 10;
/// Ticks after the subscription: an instance that pushes before it stores has stored by then.
constexpr int kSettlingTicks = 2;

}  // namespace

ValkeyBroker::ValkeyBroker(const BrokerLimits& limits, const Shared& shared, http::Loop& loop,
                           const MakeClient& make_client, DeliveryPort& port, Counters& counters)
    : limits_(limits),
      shared_(shared),
      loop_(loop),
      port_(port),
      counters_(counters),
      channels_(0, ClientIdHash{&shared.hash}),
      client_(make_client(*this)) {
  loop.Every(kRetryEvery, [this] { Retry(); });
}

ValkeyBroker::~ValkeyBroker() = default;

void ValkeyBroker::Publish(Publication publication, Done done) {
  shared_.schema.Publish(
      *client_, std::move(publication), shared_.event_ids.Last(), limits_.mailbox,
      shared_.durability,
      [this, done = std::move(done)](PublishResult result, std::int64_t event_id) mutable {
        shared_.event_ids.StartAfter(event_id);
        switch (result) {
          case PublishResult::kStored:
            own_counters_.stored.Add();
            counters_.accepted.Add();
            break;
          case PublishResult::kDuplicate:
            own_counters_.repeated.Add();
            counters_.duplicates.Add();
            break;
          case PublishResult::kStoreFailed:
          case PublishResult::kStoredByTooFew:
            own_counters_.failed.Add();
            break;
          default:
            own_counters_.refused.Add();
        }
        done(result);
      });
}

void ValkeyBroker::OnPush(std::string_view channel, std::string_view payload) {
  const auto id = shared_.schema.IdOf(channel);
  if (!id) return;
  const auto found = channels_.find(*id);
  if (found == channels_.end()) return;
  const auto push = shared_.schema.Parse(*id, payload);
  if (!push) return own_counters_.foreign.Add();
  shared_.event_ids.StartAfter(push->message.event_id);
  OnChannelPush(found->second, *push);
}

void ValkeyBroker::OnSubscribed(std::string_view channel) {
  const auto id = shared_.schema.IdOf(channel);
  const auto found = id ? channels_.find(*id) : channels_.end();
  if (found == channels_.end()) return;
  Channel& confirmed = found->second;
  confirmed.subscribed = true;
  if (!shared_.schema.ordered()) confirmed.settling = kSettlingTicks;
  if (confirmed.primed) {
    own_counters_.rereads.Add();
    // The channel may be on another server now, which has lost some IDs and used them again.
    confirmed.rewind = true;
    return Read(confirmed);
  }
  // With order, the first page that a stream reads gives the position of the mailbox.
  if (shared_.schema.ordered()) return Wake(confirmed);
  Read(confirmed);
}

void ValkeyBroker::OnInterrupted(std::span<const std::string> channels) {
  for (const std::string& channel : channels) {
    const auto id = shared_.schema.IdOf(channel);
    const auto found = id ? channels_.find(*id) : channels_.end();
    if (found != channels_.end()) found->second.subscribed = false;
  }
}

void ValkeyBroker::Tick() {
  ++ticks_;
  const std::uint64_t every = shared_.schema.ordered() ? kSweepTicks : kSweepTicksWithoutOrder;
  for (auto& [id, channel] : channels_) {
    const bool is_settling = channel.settling > 0;
    if (!channel.primed || (!is_settling && channel.serial % every != ticks_ % every)) continue;
    if (is_settling) --channel.settling;
    own_counters_.sweeps.Add();
    Read(channel);
  }
}

void ValkeyBroker::Retry() {
  own_counters_.ready.Set(client_->ready() ? 1 : 0);
  for (const auto& [id, serial] : std::exchange(failed_channels_, {})) {
    if (Channel* channel = Find(id, serial)) Read(*channel);
  }
  for (const StreamHandle& stream : std::exchange(failed_readers_, {})) {
    if (Reader* reader = FindReader(stream)) Fill(*reader);
  }
}

namespace {

/// Maximum of concurrent reads of channels: there are many after a reconnect.
constexpr std::size_t kMostReads = 512;
/// Size of a page that is read for all streams of a channel.
constexpr Bounds kReadBounds{.messages = 128, .bytes = 256 * 1024};
/// Without order: a message that is younger than this, by its ID, may be pushed but not stored.
constexpr Millis kStoredWithin{10'000};

}  // namespace

Channel& ValkeyBroker::Open(const ClientId& id) {
  const auto [place, is_new] = channels_.try_emplace(id);
  Channel& channel = place->second;
  if (!is_new) return channel;
  channel.id = &place->first;
  channel.serial = ++serial_;
  own_counters_.channels.Add();
  counters_.mailboxes.Add();
  client_->Subscribe(shared_.schema.ChannelOf(id));
  return channel;
}

void ValkeyBroker::CloseIfUnused(Channel& channel) {
  if (!channel.subscriptions.empty()) return;
  const ClientId id = *channel.id;
  client_->Unsubscribe(shared_.schema.ChannelOf(id));
  channels_.erase(id);
  own_counters_.channels.Subtract();
  counters_.mailboxes.Subtract();
}

Channel* ValkeyBroker::Find(const ClientId& id, std::uint64_t serial) {
  const auto found = channels_.find(id);
  return found != channels_.end() && found->second.serial == serial ? &found->second : nullptr;
}

void ValkeyBroker::OnChannelPush(Channel& channel, const Push& push) {
  const KeptMessage& message = push.message;
  if (!channel.primed) {
    channel.pushed = std::max(channel.pushed, message.event_id);
    // Without order, the first read, which is in progress, may miss this message. A later read
    // finds it.
    channel.again = true;
    return;
  }
  if (!shared_.schema.ordered()) {
    const bool is_known = channel.WasOffered(message.event_id, false) &&
                          !channel.IsNamesake(message.event_id, message.frame);
    return is_known ? own_counters_.late_pushes.Add() : Accept(channel, message);
  }
  const bool is_forgotten = !channel.epoch.empty() && push.epoch != channel.epoch;
  if (!is_forgotten && channel.WasOffered(message.event_id, true)) {
    return own_counters_.late_pushes.Add();
  }
  const bool follows = push.previous == channel.newest ||
                       (push.previous < channel.newest && channel.WasOffered(push.previous, true));
  if (!is_forgotten && follows && message.event_id > channel.newest) {
    return Accept(channel, message);
  }
  own_counters_.gaps_found.Add();
  if (is_forgotten || push.previous < channel.newest) channel.rewind = true;
  channel.again = channel.reading;
  Read(channel);
}

void ValkeyBroker::Accept(Channel& channel, const KeptMessage& message, const Reader* but) {
  const bool ordered = shared_.schema.ordered();
  channel.MarkOffered(message.event_id, ordered);
  channel.newest = std::max(channel.newest, message.event_id);
  if (!ordered) {
    std::erase_if(channel.recent,
                  [&](const Channel::Recent& one) { return one.at + kStoredWithin < now(); });
    channel.recent.push_back({now(), message.event_id, message.frame});
  }
  for (Subscription* subscription : channel.subscriptions) {
    Reader* reader = FindReader(subscription->stream);
    if (reader == nullptr || reader == but) continue;
    const std::size_t at = reader->SourceOf(channel);
    const Reader::Source& source = reader->sources[at];
    const bool was_read = message.event_id <= source.position;
    // With order, a page that ended after this message contained it, or a later page will. Without
    // order, a page may miss a message that is pushed but not stored.
    if (ordered && (!source.joined || was_read)) continue;
    if (message.only_open && message.age > now() - reader->opened) continue;
    reader->Insert(at, message);
    DeliverBatch(*reader);
  }
}

void ValkeyBroker::Want(Channel& channel, std::int64_t event_id) {
  if (channel.wanted >= event_id) return;
  channel.wanted = event_id;
  own_counters_.fences.Add();
  Read(channel);
}

void ValkeyBroker::Read(Channel& channel) {
  if (channel.reading) {
    channel.again = true;
    return;
  }
  if (channel.waits_to_read) return;
  if (reads_ < kMostReads) return ReadNow(channel);
  channel.waits_to_read = true;
  to_read_.emplace_back(*channel.id, channel.serial);
}

void ValkeyBroker::ReadNext() {
  while (reads_ < kMostReads && !to_read_.empty()) {
    const auto [id, serial] = to_read_.front();
    to_read_.pop_front();
    Channel* channel = Find(id, serial);
    if (channel == nullptr) continue;
    channel->waits_to_read = false;
    ReadNow(*channel);
  }
}

void ValkeyBroker::ReadNow(Channel& channel, bool on) {
  const bool ordered = shared_.schema.ordered();
  if (!on) {
    channel.rewinding = std::exchange(channel.rewind, false);
    channel.read_after = channel.rewinding ? channel.OldestKnown() : channel.newest;
    // A new message may have any ID.
    if (!ordered) channel.read_after = 0;
  }
  channel.reading = true;
  channel.again = false;
  channel.raised = ordered ? std::max(channel.wanted, channel.newest) : 0;
  ++reads_;
  shared_.schema.ReadPage(
      *client_, *channel.id,
      {.after = channel.read_after, .raise = channel.raised, .most = kReadBounds},
      [this, id = *channel.id, serial = channel.serial](Result<Page, valkey::Error> page) {
        --reads_;
        if (Channel* read = Find(id, serial)) {
          page ? OnRead(*read, *page) : OnReadFailed(*read);
        }
        ReadNext();
      });
}

void ValkeyBroker::OnReadFailed(Channel& channel) {
  own_counters_.read_failures.Add();
  channel.reading = false;
  channel.rewind = channel.rewind || channel.rewinding;
  if (channel.failing_since.count() == 0) channel.failing_since = now();
  failed_channels_.emplace_back(*channel.id, channel.serial);
  // Some messages may have waited for kPatience.
  Wake(channel);
}

void ValkeyBroker::OnRead(Channel& channel, const Page& page) {
  channel.failing_since = Millis(0);
  shared_.event_ids.StartAfter(page.newest);
  const bool ordered = shared_.schema.ordered();
  for (const KeptMessage& message : page.messages) {
    const bool is_namesake = !ordered && channel.IsNamesake(message.event_id, message.frame);
    if (channel.WasOffered(message.event_id, ordered) && !is_namesake) continue;
    if (!channel.primed) {
      channel.MarkOffered(message.event_id, ordered);
      channel.newest = std::max(channel.newest, message.event_id);
      continue;
    }
    own_counters_.gaps_closed.Add();
    Accept(channel, message);
  }
  if (!page.more) return OnReadToEnd(channel, page);
  channel.read_after = std::max(page.read_to, channel.read_after + 1);
  ReadNow(channel, true);
}

void ValkeyBroker::OnReadToEnd(Channel& channel, const Page& page) {
  channel.reading = false;
  if (!shared_.schema.ordered()) {
    const Millis stored = loop_.now().unix_time - kStoredWithin;
    channel.KeepKnown(page.present, EventIds::FirstIn(stored));
    channel.primed = true;
  } else if (page.newest < channel.read_after && !channel.rewinding) {
    // The server has less than was delivered: it has lost messages, and may have stored others
    // since.
    channel.rewind = true;
  } else {
    if (channel.rewinding) channel.newest = page.newest;
    channel.epoch = page.epoch;
    channel.past = std::max(channel.past, page.past);
  }
  const bool on =
      channel.again || channel.rewind || channel.wanted > std::max(channel.past, channel.newest);
  if (on) ReadNow(channel);
  Wake(channel);
}

void ValkeyBroker::Prime(Channel& channel, const Page& page) {
  channel.primed = true;
  channel.newest = page.newest;
  channel.past = page.past;
  channel.epoch = page.epoch;
  channel.MarkOffered(page.newest, true);
  if (channel.pushed > page.newest) Read(channel);
}

void ValkeyBroker::Wake(Channel& channel) {
  for (Subscription* subscription : channel.subscriptions) {
    Reader* reader = FindReader(subscription->stream);
    if (reader == nullptr) continue;
    DeliverBatch(*reader);
    Fill(*reader);
  }
}

}  // namespace prichal::bridge
