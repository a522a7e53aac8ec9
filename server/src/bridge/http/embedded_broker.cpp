#include "bridge/http/embedded_broker.h"

#include <algorithm>
#include <utility>

namespace prichal::app {
namespace {

using bridge::PublishResult;

/// Of what may wait in all: one message is remembered for so many bytes.
constexpr std::size_t kBytesADuplicate = 1024;
constexpr std::size_t kMostDuplicates = std::size_t{1} << 31U;

}  // namespace

EmbeddedBroker::EmbeddedBroker(const bridge::BrokerLimits& limits, const Shared& shared,
                               net::Loop& loop, bridge::Watermark& watermark,
                               bridge::DeliveryPort& port, bridge::Counters& counters)
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

void EmbeddedBroker::Publish(bridge::Publication publication, Done done) {
  const Time time = loop_.now();
  const Fingerprint fingerprint = publication.fingerprint;
  if (const auto original = duplicates_.Find(fingerprint, time.steady)) {
    counters_.duplicates.Add();
    Duplicate duplicate{.to = publication.to,
                        .fingerprint = fingerprint,
                        .expires = time.steady + publication.ttl,
                        .done = std::move(done)};
    if (!hub_.IsOpen(*original)) return Acknowledge(*original, std::move(duplicate));
    // Not stored yet: what becomes of the first becomes of this one.
    waiting_duplicates_.emplace(*original, std::move(duplicate));
    return;
  }
  store::Record record{.to = publication.to,
                       .expires = time.unix_time + publication.ttl,
                       .fingerprint = fingerprint};
  const Millis ttl = publication.ttl;
  // ttl 0 is for streams that are open now: none is after a restart.
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
                  // It has left meanwhile, and the store has it again.
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
  bridge::Hub::Gone gone = hub_.TakeGone();
  // A sender that sends it again is not told that it is there.
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

}  // namespace prichal::app
