#include "bridge/core/deduplication.h"

#include <algorithm>
#include <cstring>

namespace prichal::bridge {

DuplicateTable::DuplicateTable(std::size_t most)
    : most_(most), originals_(0, Hash{this}, Equal{this}) {}

void DuplicateTable::Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires,
                         Millis now) {
  if (fingerprint.empty()) return;
  while (!added_.empty() && (added_.size() >= most_ || added_.front().expires <= now)) DropOldest();
  if (const auto known = originals_.find(fingerprint); known != originals_.end())
    originals_.erase(known);
  added_.push_back({.fingerprint = fingerprint, .event_id = event_id, .expires = expires});
  originals_.insert(first_ + static_cast<Number>(added_.size() - 1));
}

std::optional<std::int64_t> DuplicateTable::Find(const Fingerprint& fingerprint, Millis now) const {
  const auto known = originals_.find(fingerprint);
  if (known == originals_.end()) return std::nullopt;
  const Added& added = AddedAs(*known);
  if (added.expires <= now) return std::nullopt;
  return added.event_id;
}

void DuplicateTable::Prolong(const Fingerprint& fingerprint, Millis expires) {
  const auto known = originals_.find(fingerprint);
  if (known == originals_.end()) return;
  Added& added = added_[static_cast<Number>(*known - first_)];
  added.expires = std::max(added.expires, expires);
}

void DuplicateTable::Forget(const Fingerprint& fingerprint, std::int64_t event_id) {
  const auto known = originals_.find(fingerprint);
  if (known != originals_.end() && AddedAs(*known).event_id == event_id) originals_.erase(known);
}

Fingerprint DuplicateTable::FingerprintOf(std::int64_t event_id) const {
  const auto known =
      std::lower_bound(added_.begin(), added_.end(), event_id,
                       [](const Added& added, std::int64_t id) { return added.event_id < id; });
  return known != added_.end() && known->event_id == event_id ? known->fingerprint : Fingerprint();
}

void DuplicateTable::Forget(std::int64_t event_id) {
  if (const auto fingerprint = FingerprintOf(event_id); !fingerprint.empty()) {
    Forget(fingerprint, event_id);
  }
}

void DuplicateTable::DropOldest() {
  // A later message may have the same fingerprint.
  const auto known = originals_.find(added_.front().fingerprint);
  if (known != originals_.end() && *known == first_) originals_.erase(known);
  added_.pop_front();
  ++first_;
}

}  // namespace prichal::bridge
