// ValkeyBroker's streams: pages of the backlog, and the order of deliveries.

#include <algorithm>
#include <iterator>
#include <utility>

#include "bridge/core/frames.h"
#include "bridge/valkey/valkey_broker.h"

namespace prichal::bridge {
namespace {

/// A stream with several client IDs waits this long for a server that does not answer. A failover
/// takes less.
constexpr Millis kPatience{15'000};
/// Without order: an event ID may be this much smaller than earlier ones.
constexpr Millis kWindow{2'000};
/// Without order: Last-Event-IDs are at most this far ahead of the clock, so that larger IDs
/// remain.
constexpr Millis kAhead{3'600'000};

/// Returns the number of event IDs in a duration.
constexpr std::int64_t Ids(Millis time) { return EventIds::FirstIn(time); }

}  // namespace

Reader* ValkeyBroker::FindReader(const StreamHandle& stream) {
  const auto found = readers_.find(stream);
  return found == readers_.end() ? nullptr : &found->second;
}

void ValkeyBroker::Subscribe(const StreamHandle& stream, std::vector<ClientId> ids,
                             std::int64_t after, std::uint32_t address) {
  const bool ordered = shared_.schema.ordered();
  if (!ordered) after = std::min(after, Ids(loop_.now().unix_time + kAhead));
  Subscription* subscription = subscriptions_.Add(stream, after, shared_.event_ids.Last(), address);
  if (subscription == nullptr) return;
  Reader& reader = readers_.try_emplace(stream, *subscription, now()).first->second;
  reader.sources.reserve(ids.size());
  subscription->topics.reserve(ids.size());
  const std::int64_t from = ordered ? after : std::max<std::int64_t>(0, after - Ids(kWindow));
  for (const ClientId& id : ids) {
    Channel& channel = Open(id);
    SubscriptionTable::Listen(*subscription, channel);
    for (const Channel::Recent& recent : channel.recent) {
      if (recent.event_id <= from) continue;
      reader.Insert(reader.sources.size(), {.event_id = recent.event_id, .frame = recent.frame});
    }
    reader.sources.push_back({.channel = &channel, .position = from});
    Subscription* crowded = SubscriptionTable::Crowded(channel, limits_.streams_per_id);
    if (crowded == nullptr) continue;
    counters_.streams_crowded.Add();
    port_.EndCrowded(crowded->stream);
  }
  counters_.subscriptions.Add(ids.size());
  reader.cursor = after;
  Fill(reader);
}

void ValkeyBroker::Continue(const StreamHandle& stream) {
  Reader* reader = FindReader(stream);
  if (reader == nullptr || reader->subscription->live()) return;
  reader->page_wanted = true;
  DeliverBatch(*reader);
  Fill(*reader);
}

void ValkeyBroker::Confirm(const StreamHandle& stream, std::int64_t event_id) {
  Reader* reader = FindReader(stream);
  // For a stream that is still catching up, the pages confirm it.
  if (reader == nullptr || !reader->subscription->live()) return;
  reader->Insert(reader->sources.size(), {.event_id = event_id, .frame = nullptr});
  DeliverBatch(*reader);
}

void ValkeyBroker::Unsubscribe(const StreamHandle& stream) {
  const auto found = readers_.find(stream);
  if (found == readers_.end()) return;
  MarkDelivered(found->second);
  readers_.erase(found);
  subscriptions_.Remove(stream, [this](Topic& topic) {
    counters_.subscriptions.Subtract();
    CloseIfUnused(static_cast<Channel&>(topic));
  });
}

void ValkeyBroker::MarkDelivered(const Reader& reader) {
  if (reader.given.empty()) return;
  for (std::size_t i = 0; i < reader.sources.size(); ++i) {
    std::vector<std::pair<std::int64_t, std::int64_t>> of_this;
    for (const Reader::Given& one : reader.given) {
      if (one.source == i) of_this.emplace_back(one.event_id, one.line);
    }
    if (of_this.empty()) continue;
    shared_.schema.MarkDelivered(*client_, *reader.sources[i].channel->id, of_this);
  }
}

void ValkeyBroker::Fill(Reader& reader) {
  if (!reader.page_wanted) return;
  for (Reader::Source& source : reader.sources) {
    if (source.joined || source.reading || !source.page.empty()) continue;
    const Channel& channel = *source.channel;
    if (!channel.subscribed || (!shared_.schema.ordered() && !channel.primed)) continue;
    ReadPageFor(reader, source);
  }
}

void ValkeyBroker::ReadPageFor(Reader& reader, Reader::Source& source) {
  source.reading = true;
  own_counters_.pages.Add();
  const std::size_t sources = reader.sources.size();
  const Channel& channel = *source.channel;
  shared_.schema.ReadPage(
      *client_, *channel.id,
      {.after = source.position,
       .most = {.messages = std::max<std::size_t>(1, limits_.page.messages / sources),
                .bytes = std::max<std::size_t>(1, limits_.page.bytes / sources)}},
      [this, stream = reader.subscription->stream, id = *channel.id,
       serial = channel.serial](Result<Page, valkey::Error> page) {
        Reader* read = FindReader(stream);
        Channel* of = Find(id, serial);
        if (read == nullptr || of == nullptr) return;
        if (page) return OnPage(*read, *of, *std::move(page));
        own_counters_.read_failures.Add();
        read->sources[read->SourceOf(*of)].reading = false;
        failed_readers_.push_back(stream);
      });
}

void ValkeyBroker::OnPage(Reader& reader, Channel& channel, Page page) {
  const bool ordered = shared_.schema.ordered();
  const std::size_t at = reader.SourceOf(channel);
  Reader::Source& source = reader.sources[at];
  source.reading = false;
  shared_.event_ids.StartAfter(page.newest);
  if (ordered && !channel.primed) Prime(channel, page);
  if (!ordered) reader.Forget(at, page.given);
  for (auto message = page.messages.rbegin(); message != page.messages.rend(); ++message) {
    // Marks the message as offered, so that a later push of it is not taken for a new message.
    if (!ordered && !channel.WasOffered(message->event_id, false))
      Accept(channel, *message, &reader);
    if (message->only_open && message->age > now() - reader.opened) continue;
    if (ordered || !reader.Has(at, *message)) {
      source.page.push_back(std::move(*message));
    }
  }
  source.position = std::max(source.position, page.more ? page.read_to : page.newest);
  source.joined = !page.more && (!ordered || source.position >= channel.newest);
  // The server has lost messages that it delivered to other streams.
  if (!page.more && page.newest < channel.newest && ordered && !source.joined) Read(channel);
  DeliverBatch(reader);
  Fill(reader);
}

bool ValkeyBroker::MayGo(const Reader& reader, const Reader::Next& next) {
  const std::int64_t event_id = next.message->event_id;
  bool may = true;
  for (std::size_t i = 0; i < reader.sources.size(); ++i) {
    const Reader::Source& other = reader.sources[i];
    // The messages in that page have larger IDs.
    if (i == next.source || !other.page.empty()) continue;
    if (!other.joined) {
      if (other.position < event_id) return false;
      continue;
    }
    if (!shared_.schema.ordered()) continue;
    Channel& channel = *other.channel;
    if (std::max(channel.newest, channel.past) >= event_id) continue;
    const Millis since = channel.failing_since;
    if (since.count() != 0 && now() - since > kPatience) {
      own_counters_.unfenced.Add();
      continue;
    }
    Want(channel, event_id);
    may = std::max(channel.newest, channel.past) >= event_id && may;
  }
  return may;
}

void ValkeyBroker::Append(Reader& reader, const Reader::Next& next, Batch& batch) {
  const KeptMessage& message = *next.message;
  std::int64_t& delivered = reader.subscription->delivered;
  // Of several messages with one ID, only the last has it as its `id:` line: a client with that
  // Last-Event-ID has all of them.
  std::int64_t line = message.event_id - (reader.CountOf(message.event_id) - 1);
  if (line <= delivered) {
    // The message is too late for its ID: it is delivered under the next ID, so that it is not
    // lost.
    line = delivered + 1;
    own_counters_.renamed.Add();
  }
  SharedBytes frame = message.frame;
  if (line != message.event_id) frame = Share(WithEventId(line, *frame));
  delivered = line;
  batch.up_to = line;
  batch.messages.push_back({.event_id = line, .frame = std::move(frame)});
  if (shared_.schema.ordered()) return;
  reader.given.push_back({next.source, message.event_id, line});
  const std::int64_t old = delivered - Ids(2 * kWindow);
  std::erase_if(reader.given, [&](const Reader::Given& one) { return one.line < old; });
}

void ValkeyBroker::DeliverBatch(Reader& reader) {
  Subscription& subscription = *reader.subscription;
  const bool paging = !subscription.live();
  if (paging && !reader.page_wanted) {
    // New messages queue up while the client reads slowly. They are also in the mailbox.
    if (shared_.schema.ordered() && reader.waiting.size() > limits_.page.messages) {
      reader.FallBack();
    }
    return;
  }
  Batch batch;
  std::size_t bytes = 0;
  bool is_full = false;
  std::int64_t last = 0;
  bool confirms = false;
  while (const auto next = reader.Oldest()) {
    is_full = paging && next->message->event_id > last &&
              (batch.messages.size() >= limits_.page.messages || bytes >= limits_.page.bytes);
    last = next->message->event_id;
    if (is_full || !MayGo(reader, *next)) break;
    if (next->message->frame == nullptr) {
      confirms = true;
      batch.up_to = std::max(batch.up_to, next->message->event_id);
    } else if (paging && !shared_.schema.ordered() && reader.IsAtCursor(*next)) {
      // Any instance may have delivered it: an official one does not record deliveries.
      reader.given.push_back({next->source, last, last});
    } else {
      bytes += next->message->frame->size();
      Append(reader, *next, batch);
    }
    reader.Pop(*next);
  }
  const bool is_done = paging && !is_full && reader.HasJoinedAll();
  if (batch.messages.empty() && !is_done && !confirms) return;
  if (is_done) subscription.pace = Subscription::Pace::kLive;
  reader.page_wanted = is_done || !paging;
  batch.more = paging && !is_done;
  batch.up_to = std::max(batch.up_to, subscription.delivered);
  port_.Deliver(subscription.stream, std::move(batch));
}

}  // namespace prichal::bridge
