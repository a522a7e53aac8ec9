#include "app/bridge/store_refill.h"

namespace prichal::app {
namespace {

/// Of one mailbox at once.
constexpr std::size_t kBytesAtOnce = 256UL * 1024;

}  // namespace

void StoreRefill::Begin() {
  receivers_ = hub_.Receivers();
  after_ = 0;
  up_to_ = 0;
  GoOn();
}

void StoreRefill::GoOn() {
  if (under_way_ == 0) Go();
}

void StoreRefill::Go() {
  while (!receivers_.empty()) {
    const ClientId to = receivers_.back();
    const auto messages = hub_.KeptOf(to, after_, kBytesAtOnce);
    if (messages.empty()) {
      receivers_.pop_back();
      after_ = 0;
      continue;
    }
    up_to_ = messages.back().event_id;
    refused_ = false;
    // One more than there are, because a store may answer at once.
    under_way_ = messages.size() + 1;
    for (const auto& message : messages) Append(to, message);
    if (!Finished()) return;
  }
}

bool StoreRefill::Finished() {
  if (--under_way_ > 0) return false;
  if (refused_) return false;  // until GoOn()
  after_ = up_to_;
  return true;
}

void StoreRefill::OnCommit(const ClientId& to, std::int64_t event_id, store::Outcome outcome) {
  if (outcome != store::Outcome::kStored) {
    refused_ = true;
  } else if (!hub_.Has(to, event_id)) {
    // It has left meanwhile, when the store did not have it yet.
    store_.Remove({event_id});
  }
  if (Finished()) Go();
}

void StoreRefill::Append(const ClientId& to, const bridge::Hub::Kept& message) {
  const Time now = loop_.now();
  store_.Append(loop_.index(),
                {.to = to,
                 .event_id = message.event_id,
                 .expires = now.unix_time + (message.expires - now.steady),
                 .envelope = message.envelope,
                 .fingerprint = duplicates_.FingerprintOf(message.event_id),
                 // It may wait to be written for the first time, or live longer since.
                 .replaces = true},
                [this, to, event_id = message.event_id](store::Outcome outcome) {
                  OnCommit(to, event_id, outcome);
                });
}

}  // namespace prichal::app
