#include "bridge/repeats.h"

namespace prichal::bridge {

Repeats::Repeats(const SipHash& hash, std::size_t most) : most_(most), known_(0, Hash{&hash}) {}

void Repeats::Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires,
                  Millis now) {
  if (fingerprint.empty()) return;
  while (!added_.empty() && (added_.size() >= most_ || added_.front().expires <= now)) {
    Forget(added_.front().fingerprint, added_.front().event_id);
    added_.pop_front();
  }
  known_.insert_or_assign(fingerprint, Known{.event_id = event_id, .expires = expires});
  added_.push_back({.fingerprint = fingerprint, .event_id = event_id, .expires = expires});
}

std::optional<std::int64_t> Repeats::Find(const Fingerprint& fingerprint, Millis now) const {
  const auto found = known_.find(fingerprint);
  if (found == known_.end() || found->second.expires <= now) return std::nullopt;
  return found->second.event_id;
}

void Repeats::Forget(const Fingerprint& fingerprint, std::int64_t event_id) {
  const auto found = known_.find(fingerprint);
  if (found != known_.end() && found->second.event_id == event_id) known_.erase(found);
}

}  // namespace prichal::bridge
