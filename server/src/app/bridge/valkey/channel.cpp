#include "app/bridge/valkey/channel.h"

#include <algorithm>
#include <iterator>

namespace prichal::app {
namespace {

/// As many as may be pushed while a read is under way, or be overtaken by one.
constexpr std::size_t kMostKnown = 32;

}  // namespace

bool Channel::Knows(std::int64_t event_id, bool ordered) const {
  if (ordered && !known_.empty() && event_id <= known_.front()) return true;
  return std::binary_search(known_.begin(), known_.end(), event_id);
}

bool Channel::IsNamesake(std::int64_t event_id, const SharedBytes& frame) const {
  bool is_known = false;
  for (const Recent& one : recent) {
    if (one.event_id != event_id) continue;
    if (*one.frame == *frame) return false;
    is_known = true;
  }
  return is_known;
}

void Channel::Note(std::int64_t event_id, bool ordered) {
  const auto place = std::lower_bound(known_.begin(), known_.end(), event_id);
  if (place != known_.end() && *place == event_id) return;
  known_.insert(place, event_id);
  if (ordered && known_.size() > kMostKnown)
    known_.erase(known_.begin(), known_.begin() + kMostKnown / 2);
}

void Channel::KeepKnown(const std::vector<std::int64_t>& present, std::int64_t recent) {
  std::vector<std::int64_t> kept;
  const auto old = std::lower_bound(known_.begin(), known_.end(), recent);
  std::set_intersection(known_.begin(), old, present.begin(), present.end(),
                        std::back_inserter(kept));
  kept.insert(kept.end(), old, known_.end());
  known_ = std::move(kept);
  known_.shrink_to_fit();
}

}  // namespace prichal::app
