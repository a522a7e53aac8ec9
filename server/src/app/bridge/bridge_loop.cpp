#include "app/bridge/bridge_loop.h"

#include <algorithm>
#include <utility>

#include "app/bridge/session.h"

namespace prichal::app {
namespace {

bridge::StreamRef RefOf(net::Handle stream) {
  return {.loop = stream.loop, .slot = stream.slot, .generation = stream.generation};
}

net::Handle HandleOf(const bridge::StreamRef& stream) {
  return {.loop = stream.loop, .slot = stream.slot, .generation = stream.generation};
}

bridge::HubLimits LimitsOf(const BridgeOptions& options, std::size_t loops) {
  return {
      .mailbox_messages = options.mailbox_messages,
      .mailbox_bytes = options.mailbox_bytes,
      .total_bytes = options.total_bytes / loops,
      .page_messages = std::max<std::size_t>(1, options.stream_events / 2),
      .page_bytes = options.stream_bytes / 2,
  };
}

Reply ReplyOf(bridge::AcceptError error) {
  switch (error) {
    case bridge::AcceptError::kTooLarge:
      return Reply::kTooLarge;
    case bridge::AcceptError::kMailboxFull:
      return Reply::kMailboxFull;
    case bridge::AcceptError::kTotalFull:
      break;
  }
  return Reply::kBusy;
}

Reply ReplyOf(store::Outcome outcome) {
  switch (outcome) {
    case store::Outcome::kStored:
      return Reply::kStored;
    case store::Outcome::kFull:
      return Reply::kBusy;
    case store::Outcome::kFailed:
      break;
  }
  return Reply::kStoreFailed;
}

}  // namespace

BridgeLoop::BridgeLoop(BridgeShared& shared, net::Loop& loop, std::size_t loops)
    : shared_(shared),
      loop_(loop),
      answers_(shared.options.cors, shared.options.connections_limit),
      hub_(LimitsOf(shared.options, loops), shared.event_ids, shared.hash, *this, counters_),
      // Rounded up: a small size is not none.
      connects_((shared.options.connect_cache_size + loops - 1) / loops,
                shared.options.connect_cache_ttl) {
  loop.Every(std::chrono::seconds(1), [this] {
    hub_.Expire(loop_.now().steady);
    RemoveGone();
    connects_.Expire(loop_.now().steady);
    counters_.connects_known.Set(connects_.size());
  });
}

bool BridgeLoop::ToAccept(BridgeLoop& from, Incoming incoming) {
  if (&from == this) {
    Accept(std::move(incoming));
    return true;
  }
  return loop_.Post(
      [this, incoming = std::move(incoming)]() mutable { Accept(std::move(incoming)); });
}

void BridgeLoop::Accept(Incoming incoming) {
  const Time now = loop_.now();
  if (const auto original = hub_.Repeated(incoming.message.fingerprint, now.steady)) {
    counters_.repeated.Add();
    if (original->settled) return Finish(incoming.sender, incoming.has_origin, Reply::kStored);
    // Not yet: what becomes of the first becomes of this one.
    repeaters_.emplace(original->event_id,
                       Waiter{.sender = incoming.sender, .has_origin = incoming.has_origin});
    return;
  }
  store::Record record{.to = incoming.message.to,
                       .expires = now.unix_time + incoming.message.ttl,
                       .fingerprint = incoming.message.fingerprint};
  // ttl 0 is for streams that are open now: none is after a restart.
  const bool to_keep = incoming.message.ttl.count() != 0;
  auto accepted = hub_.Accept(std::move(incoming.message), now);
  if (!accepted) return Finish(incoming.sender, incoming.has_origin, ReplyOf(accepted.error()));

  record.event_id = accepted->event_id;
  if (to_keep) record.frame = std::move(accepted->frame);
  shared_.store.Append(loop_.index(), std::move(record),
                       [this, event_id = accepted->event_id, sender = incoming.sender,
                        has_origin = incoming.has_origin,
                        notices = std::move(incoming.notices)](store::Outcome outcome) mutable {
                         Settle(event_id, {.sender = sender, .has_origin = has_origin}, outcome);
                         if (outcome != store::Outcome::kStored) return;
                         for (auto& post : notices) shared_.webhooks->Offer(std::move(post));
                       });
}

void BridgeLoop::Settle(std::int64_t event_id, const Waiter& first, store::Outcome outcome) {
  hub_.Settled(event_id, outcome == store::Outcome::kStored, loop_.now().steady);
  const Reply reply = ReplyOf(outcome);
  Finish(first.sender, first.has_origin, reply);
  const auto [begin, end] = repeaters_.equal_range(event_id);
  for (auto again = begin; again != end; ++again) {
    Finish(again->second.sender, again->second.has_origin, reply);
  }
  repeaters_.erase(begin, end);
}

void BridgeLoop::Finish(net::Handle sender, bool has_origin, Reply reply) {
  switch (reply) {
    case Reply::kMailboxFull:
      counters_.mailbox_full.Add();
      break;
    case Reply::kBusy:
      counters_.store_full.Add();
      break;
    case Reply::kStoreFailed:
      counters_.store_failed.Add();
      break;
    case Reply::kTooLarge:
      counters_.bad_requests.Add();
      break;
    default:
      break;
  }
  BridgeLoop& there = shared_.At(sender.loop);
  if (&there == this) {
    loop_.Answer(sender, answers_.Of(reply, has_origin));
    return;
  }
  there.loop_.PostAlways([&there, sender, has_origin, reply] {
    there.loop_.Answer(sender, there.answers_.Of(reply, has_origin));
  });
}

void BridgeLoop::ToNote(BridgeLoop& from, const bridge::Connect& connect) {
  const auto note = [this, connect] { connects_.Note(connect, loop_.now().steady); };
  if (&from == this) return note();
  loop_.PostAlways(note);
}

bool BridgeLoop::ToCheck(BridgeLoop& from, const bridge::Connect& asked, net::Handle asker,
                         bool has_origin) {
  if (&from == this) {
    Check(asked, asker, has_origin);
    return true;
  }
  return loop_.Post([this, asked, asker, has_origin] { Check(asked, asker, has_origin); });
}

void BridgeLoop::Check(const bridge::Connect& asked, net::Handle asker, bool has_origin) {
  const bridge::Verdict verdict = connects_.Check(asked, loop_.now().steady);
  counters_.verified.at(static_cast<std::size_t>(verdict)).Add();
  BridgeLoop& there = shared_.At(asker.loop);
  const auto answer = [&there, verdict, asker, has_origin] {
    there.loop_.Answer(asker, there.answers_.Of(verdict, has_origin));
  };
  if (&there == this) return answer();
  there.loop_.PostAlways(answer);
}

void BridgeLoop::ToSubscribe(net::Handle stream, std::vector<ClientId> ids, std::int64_t after) {
  loop_.PostAlways([this, stream, ids = std::move(ids), after] {
    hub_.Subscribe(RefOf(stream), ids, after, loop_.now().steady);
    RemoveGone();
  });
}

void BridgeLoop::ToContinue(net::Handle stream) {
  loop_.PostAlways([this, stream] { hub_.Continue(RefOf(stream), loop_.now().steady); });
}

void BridgeLoop::ToConfirm(net::Handle stream, std::int64_t event_id) {
  loop_.PostAlways([this, stream, event_id] { hub_.Confirm(RefOf(stream), event_id); });
}

void BridgeLoop::ToUnsubscribe(net::Handle stream) {
  loop_.PostAlways([this, stream] { hub_.Unsubscribe(RefOf(stream)); });
}

void BridgeLoop::RemoveGone() {
  auto gone = hub_.TakeGone();
  if (!gone.empty()) shared_.store.Remove(std::move(gone));
}

void BridgeLoop::Restore(const store::Record& record, Time now) {
  // The clock may have been set back meanwhile: nothing lives longer for that.
  const Millis most = std::max(shared_.options.ttl_max, shared_.options.disconnect_ttl);
  const Millis left = std::min(record.expires - now.unix_time, most);
  hub_.Restore(record.to, record.event_id, left, *record.frame, now.steady, record.fingerprint);
}

void BridgeLoop::Give(const bridge::StreamRef& stream, bridge::Batch batch) {
  const net::Handle handle = HandleOf(stream);
  BridgeLoop& there = shared_.At(stream.loop);
  if (&there == this) return ReceiveBatch(handle, loop_.index(), std::move(batch));
  const bool posted =
      there.loop_.Post([&there, handle, home = loop_.index(), batch = std::move(batch)]() mutable {
        there.ReceiveBatch(handle, home, std::move(batch));
      });
  if (posted) return;
  // That loop is behind with everything. A gap must not go unseen: the stream ends, and its client
  // asks again from its last event id.
  there.loop_.PostAlways([&there, handle] {
    if (net::Stream* found = there.loop_.FindStream(handle)) found->End();
  });
}

void BridgeLoop::ReceiveBatch(net::Handle stream, std::uint32_t home, bridge::Batch batch) {
  net::Stream* found = loop_.FindStream(stream);
  net::StreamSession* session = loop_.FindSession(stream);
  if (found == nullptr || session == nullptr) return;
  // Handles carry a generation, and hubs know only handles of streams that a BridgeHandler began.
  static_cast<BridgeSession*>(session)->Receive(*found, home, std::move(batch));
}

}  // namespace prichal::app
