#include "bridge/connects.h"

#include <algorithm>
#include <iterator>

namespace prichal::bridge {

Connect Connect::Of(const SipHash& hash, std::string_view id, std::string_view origin,
                    std::string_view address) {
  return {.id = hash(id), .origin = hash(origin), .address = hash(address)};
}

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return "ok";
    case Verdict::kWarning:
      return "warning";
    case Verdict::kDanger:
      return "danger";
    case Verdict::kUnknown:
      break;
  }
  return "unknown";
}

void Connects::Note(const Connect& connect, Millis now) {
  if (most_ == 0) return;
  const auto [begin, end] = by_id_.equal_range(connect.id);
  auto oldest = end;
  std::size_t of_this_id = 0;
  for (auto entry = begin; entry != end; ++entry) {
    Known& known = *entry->second;
    if (known.connect == connect) {
      known.expires = now + ttl_;
      known_.splice(known_.end(), known_, entry->second);
      return;
    }
    if (of_this_id++ == 0 || known.expires < oldest->second->expires) oldest = entry;
  }
  if (of_this_id >= kMostOfAnId) {
    Forget(oldest->second);
  } else if (known_.size() >= most_) {
    Forget(known_.begin());
  }
  known_.push_back({.connect = connect, .expires = now + ttl_});
  by_id_.emplace(connect.id, std::prev(known_.end()));
}

Verdict Connects::Check(const Connect& asked, Millis now) const {
  Verdict verdict = Verdict::kUnknown;
  const auto [begin, end] = by_id_.equal_range(asked.id);
  for (auto entry = begin; entry != end; ++entry) {
    const Known& known = *entry->second;
    if (known.expires <= now) continue;
    if (known.connect == asked) return Verdict::kOk;
    const bool same_page = known.connect.origin == asked.origin;
    verdict = std::min(verdict, same_page ? Verdict::kWarning : Verdict::kDanger);
  }
  return verdict;
}

void Connects::Expire(Millis now) {
  while (!known_.empty() && known_.front().expires <= now) Forget(known_.begin());
}

void Connects::Forget(Order::iterator known) {
  const auto [begin, end] = by_id_.equal_range(known->connect.id);
  const auto entry =
      std::find_if(begin, end, [&](const auto& candidate) { return candidate.second == known; });
  if (entry != end) by_id_.erase(entry);
  known_.erase(known);
}

}  // namespace prichal::bridge
