#include "bridge/valkey/channel.h"

#include <algorithm>
#include <iterator>

namespace prichal::app {
namespace {

/// As many as may be pushed while a read is under way, or be overtaken by one.
constexpr std::size_t kMostKnown = 32;

}  // namespace

bool Channel::WasOffered(std::int64_t event_id, bool ordered) const {
  if (ordered && !offered_.empty() && event_id <= offered_.front()) return true;
  return std::binary_search(offered_.begin(), offered_.end(), event_id);
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

void Channel::MarkOffered(std::int64_t event_id, bool ordered) {
  const auto place = std::lower_bound(offered_.begin(), offered_.end(), event_id);
  if (place != offered_.end() && *place == event_id) return;
  offered_.insert(place, event_id);
  if (ordered && offered_.size() > kMostKnown)
    offered_.erase(offered_.begin(), offered_.begin() + kMostKnown / 2);
}

void Channel::KeepKnown(const std::vector<std::int64_t>& present, std::int64_t recent) {
  std::vector<std::int64_t> kept;
  const auto old = std::lower_bound(offered_.begin(), offered_.end(), recent);
  std::set_intersection(offered_.begin(), old, present.begin(), present.end(),
                        std::back_inserter(kept));
  kept.insert(kept.end(), old, offered_.end());
  offered_ = std::move(kept);
  offered_.shrink_to_fit();
}

}  // namespace prichal::app
