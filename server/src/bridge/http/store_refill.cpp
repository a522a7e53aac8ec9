#include "bridge/http/store_refill.h"

#include <algorithm>

namespace prichal::app {
namespace {

/// Size of a batch. A commit takes about as long for all of it as for one message.
constexpr std::size_t kBatchBytes = 256UL * 1024;

}  // namespace

store::Record RecordOf(const ClientId& to, const bridge::Message& message,
                       const Fingerprint& fingerprint, Time now) {
  return {.to = to,
          .event_id = message.event_id,
          .expires = now.unix_time + (message.expires - now.steady),
          .envelope = message.envelope,
          .fingerprint = fingerprint,
          // The file may have it already, with an earlier expiry.
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
    // One more than the messages, because a store may answer at once.
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
    for (bridge::Message& message : messages) {
      bytes += bridge::Mailbox::CostOf(message);
      batch.emplace_back(to, std::move(message));
    }
  }
  return batch;
}

bool StoreRefill::CompletesBatch() {
  if (--unanswered_ > 0 || refused_) return false;
  written_ = appended_;
  // Positive until the last batch is known to be the last.
  SetLeft(left_ - std::min<std::uint64_t>(batch_, left_ - 1));
  return true;
}

void StoreRefill::OnCommit(const ClientId& to, std::int64_t event_id,
                           bridge::PublishResult result) {
  if (result != bridge::PublishResult::kStored) {
    refused_ = true;
  } else if (!hub_.Has(to, event_id)) {
    // The hub has removed it when the store did not have it yet.
    store_.Remove({event_id});
  }
  if (CompletesBatch()) AppendBatches();
}

void StoreRefill::Append(const ClientId& to, const bridge::Message& message) {
  store_.Append(loop_.index(),
                RecordOf(to, message, duplicates_.FingerprintOf(message.event_id), loop_.now()),
                [this, to, event_id = message.event_id](bridge::PublishResult result) {
                  OnCommit(to, event_id, result);
                });
}

void StoreRefill::SetLeft(std::uint64_t left) {
  // Announce() adds to the same number on another thread. Unsigned: the difference may wrap.
  pending_.fetch_add(left - left_);
  left_ = left;
}

}  // namespace prichal::app
