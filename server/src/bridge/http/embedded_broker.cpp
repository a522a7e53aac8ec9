#include "bridge/http/embedded_broker.h"

#include <algorithm>
#include <utility>

namespace prichal::bridge {
namespace {

/// One message is remembered for deduplication per this many bytes of `total_bytes`.
constexpr std::size_t kBytesADuplicate = 1024;
constexpr std::size_t kMostDuplicates = std::size_t{1} << 31U;

}  // namespace

EmbeddedBroker::EmbeddedBroker(const BrokerLimits& limits, const Shared& shared, http::Loop& loop,
                               Watermark& watermark, DeliveryPort& port, Counters& counters)
    : store_(shared.store),
      loop_(loop),
      counters_(counters),
      hub_(limits, shared.event_ids, watermark, shared.hash, port, counters),
      duplicates_(
          std::clamp<std::size_t>(limits.total_bytes / kBytesADuplicate, 1, kMostDuplicates)),
      refill_(loop, hub_, duplicates_, counters, shared.store) {}

void EmbeddedBroker::Restore(const store::Record& record, Millis expires_in, Millis now) {
  duplicates_.Add(record.fingerprint, record.event_id, now + expires_in, now);
  hub_.Restore(record.to, record.event_id, expires_in, record.envelope, now);
}

void EmbeddedBroker::Publish(Publication publication, Done done) {
  const Time time = loop_.now();
  const Fingerprint fingerprint = publication.fingerprint;
  if (const auto original = duplicates_.Find(fingerprint, time.steady)) {
    counters_.duplicates.Add();
    Duplicate duplicate{.to = publication.to,
                        .fingerprint = fingerprint,
                        .expires = time.steady + publication.ttl,
                        .done = std::move(done)};
    if (!hub_.IsOpen(*original)) return Acknowledge(*original, std::move(duplicate));
    // The original is not stored yet: its result is also the result of the duplicate.
    waiting_duplicates_.emplace(*original, std::move(duplicate));
    return;
  }
  store::Record record{.to = publication.to,
                       .expires = time.unix_time + publication.ttl,
                       .fingerprint = fingerprint};
  const Millis ttl = publication.ttl;
  // TTL 0 is for streams that are open now; after a restart none is.
  if (ttl.count() != 0) record.envelope = publication.envelope;
  const auto accepted = hub_.Accept(std::move(publication), time);
  RemoveGone();
  if (!accepted) return done(accepted.error());

  duplicates_.Add(fingerprint, *accepted, time.steady + ttl, time.steady);
  record.event_id = *accepted;
  store_.Append(loop_.index(), std::move(record),
                [this, event_id = *accepted, fingerprint,
                 done = std::move(done)](PublishResult result) mutable {
                  OnCommit(event_id, fingerprint, result);
                  done(result);
                  while (auto node = waiting_duplicates_.extract(event_id)) {
                    if (result == PublishResult::kStored) {
                      Acknowledge(event_id, std::move(node.mapped()));
                    } else {
                      node.mapped().done(result);
                    }
                  }
                });
}

void EmbeddedBroker::Acknowledge(std::int64_t original, Duplicate duplicate) {
  const auto kept = hub_.Prolong(duplicate.to, original, duplicate.expires);
  if (!kept) return duplicate.done(PublishResult::kDuplicate);
  duplicates_.Prolong(duplicate.fingerprint, duplicate.expires);
  store_.Append(loop_.index(), RecordOf(duplicate.to, *kept, duplicate.fingerprint, loop_.now()),
                [this, original, to = duplicate.to,
                 done = std::move(duplicate.done)](PublishResult result) mutable {
                  const bool stored = result == PublishResult::kStored;
                  // The message has left meanwhile, but the store has it again.
                  if (stored && !hub_.Has(to, original)) store_.Remove({original});
                  done(stored ? PublishResult::kDuplicate : result);
                });
}

void EmbeddedBroker::OnCommit(std::int64_t event_id, const Fingerprint& fingerprint,
                              PublishResult result) {
  const bool stored = result == PublishResult::kStored;
  if (!stored) duplicates_.Forget(fingerprint, event_id);
  hub_.OnCommit(event_id, stored, now());
  ScheduleMoreDeliveries();
}

void EmbeddedBroker::Subscribe(const StreamHandle& stream, std::vector<ClientId> ids,
                               std::int64_t after, std::uint32_t address) {
  hub_.Subscribe(stream, ids, after, now(), address);
}

void EmbeddedBroker::Continue(const StreamHandle& stream) { hub_.Continue(stream, now()); }

void EmbeddedBroker::Confirm(const StreamHandle& stream, std::int64_t event_id) {
  hub_.Confirm(stream, event_id);
}

void EmbeddedBroker::Unsubscribe(const StreamHandle& stream) { hub_.Unsubscribe(stream); }

void EmbeddedBroker::Tick() {
  hub_.Expire(now());
  RemoveGone();
  refill_.Continue();
}

void EmbeddedBroker::RemoveGone() {
  Hub::Gone gone = hub_.TakeGone();
  // A retry of an evicted message is not a duplicate.
  for (const std::int64_t event_id : gone.untaken) duplicates_.Forget(event_id);
  if (!gone.all.empty()) store_.Remove(std::move(gone.all));
}

void EmbeddedBroker::ScheduleMoreDeliveries() {
  if (more_scheduled_ || !hub_.HasMoreToDeliver()) return;
  more_scheduled_ = true;
  loop_.PostAlways([this] {
    more_scheduled_ = false;
    hub_.DeliverMore(now());
    ScheduleMoreDeliveries();
  });
}

namespace {

/// Size of a batch. A commit takes about as long for a batch as for one message.
constexpr std::size_t kBatchBytes = 256UL * 1024;

}  // namespace

store::Record RecordOf(const ClientId& to, const Message& message, const Fingerprint& fingerprint,
                       Time now) {
  return {.to = to,
          .event_id = message.event_id,
          .expires = now.unix_time + (message.expires - now.steady),
          .envelope = message.envelope,
          .fingerprint = fingerprint,
          // The file may have the message already, with an earlier expiry.
          .replaces = true};
}

void StoreRefill::Begin() {
  receivers_ = hub_.Receivers();
  written_ = appended_ = {.receivers = receivers_.size()};
  batch_ = 0;
  SetLeft(counters_.messages_waiting.Get());
  pending_.fetch_sub(1);
  Continue();
}

void StoreRefill::Continue() {
  if (unanswered_ == 0) AppendBatches();
}

void StoreRefill::AppendBatches() {
  do {
    const std::vector<Entry> batch = NextBatch();
    if (batch.empty()) {
      receivers_ = {};
      written_ = appended_ = {};
      return SetLeft(0);
    }
    batch_ = batch.size();
    refused_ = false;
    // One more than the messages, because the store may complete within Append().
    unanswered_ = batch.size() + 1;
    for (const auto& [to, message] : batch) Append(to, message);
  } while (CompletesBatch());
}

std::vector<StoreRefill::Entry> StoreRefill::NextBatch() {
  std::vector<Entry> batch;
  std::size_t bytes = 0;
  appended_ = written_;
  while (appended_.receivers > 0 && bytes < kBatchBytes) {
    const ClientId& to = receivers_[appended_.receivers - 1];
    auto messages = hub_.KeptOf(to, appended_.after, kBatchBytes - bytes);
    if (messages.empty()) {
      --appended_.receivers;
      appended_.after = 0;
      continue;
    }
    appended_.after = messages.back().event_id;
    for (Message& message : messages) {
      bytes += Mailbox::CostOf(message);
      batch.emplace_back(to, std::move(message));
    }
  }
  return batch;
}

bool StoreRefill::CompletesBatch() {
  if (--unanswered_ > 0 || refused_) return false;
  written_ = appended_;
  // Stays positive until the last batch is known to be complete.
  SetLeft(left_ - std::min<std::uint64_t>(batch_, left_ - 1));
  return true;
}

void StoreRefill::OnCommit(const ClientId& to, std::int64_t event_id, PublishResult result) {
  if (result != PublishResult::kStored) {
    refused_ = true;
  } else if (!hub_.Has(to, event_id)) {
    // The hub removed the message before the store had it.
    store_.Remove({event_id});
  }
  if (CompletesBatch()) AppendBatches();
}

void StoreRefill::Append(const ClientId& to, const Message& message) {
  store_.Append(loop_.index(),
                RecordOf(to, message, duplicates_.FingerprintOf(message.event_id), loop_.now()),
                [this, to, event_id = message.event_id](PublishResult result) {
                  OnCommit(to, event_id, result);
                });
}

void StoreRefill::SetLeft(std::uint64_t left) {
  // Announce() adds to the same number on another thread. The difference may wrap, as unsigned.
  pending_.fetch_add(left - left_);
  left_ = left;
}

}  // namespace prichal::bridge
