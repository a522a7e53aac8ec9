#include "bridge/valkey/channel.h"

#include <algorithm>
#include <iterator>

namespace prichal::bridge {
namespace {

/// Remembered event IDs: about as many as may be pushed during a read.
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

std::optional<Reader::Next> Reader::Oldest() const {
  std::optional<Next> oldest;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].page.empty()) continue;
    const KeptMessage& head = sources[i].page.back();
    if (!oldest || head.event_id < oldest->message->event_id) {
      oldest = Next{.source = i, .message = &head, .from_page = true};
    }
  }
  if (!waiting.empty() && (!oldest || waiting.back().second.event_id < oldest->message->event_id)) {
    oldest = Next{.source = waiting.back().first, .message = &waiting.back().second};
  }
  return oldest;
}

std::int64_t Reader::CountOf(std::int64_t event_id) const {
  const auto in_pages = std::count_if(sources.begin(), sources.end(), [&](const Source& one) {
    return !one.page.empty() && one.page.back().event_id == event_id;
  });
  std::int64_t count = in_pages;
  for (auto one = waiting.rbegin(); one != waiting.rend(); ++one) {
    if (one->second.event_id != event_id) break;
    if (one->second.frame != nullptr) ++count;
  }
  return count;
}

void Reader::Pop(const Next& next) {
  if (next.from_page) {
    auto& page = sources[next.source].page;
    page.pop_back();
    // Most streams are idle and then own no memory for messages.
    if (page.empty()) page = std::vector<KeptMessage>();
    return;
  }
  waiting.pop_back();
  if (waiting.empty()) waiting = std::vector<std::pair<std::size_t, KeptMessage>>();
}

void Reader::Insert(std::size_t source, KeptMessage message) {
  const auto place = std::lower_bound(
      waiting.begin(), waiting.end(), message.event_id,
      [](const auto& other, std::int64_t id) { return other.second.event_id > id; });
  waiting.emplace(place, source, std::move(message));
}

std::size_t Reader::SourceOf(const Channel& channel) const {
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const Source& one) { return one.channel == &channel; });
  return static_cast<std::size_t>(found - sources.begin());
}

bool Reader::HasJoinedAll() const {
  return std::all_of(sources.begin(), sources.end(),
                     [](const Source& one) { return one.joined && one.page.empty(); });
}

bool Reader::WasGiven(std::size_t source, std::int64_t event_id) const {
  return std::any_of(given.begin(), given.end(), [&](const Given& one) {
    return one.source == source && one.event_id == event_id;
  });
}

bool Reader::Has(std::size_t source, const KeptMessage& message) const {
  return WasGiven(source, message.event_id) ||
         std::any_of(waiting.begin(), waiting.end(), [&](const auto& one) {
           const auto& [from, other] = one;
           return from == source && other.event_id == message.event_id && other.frame != nullptr &&
                  *other.frame == *message.frame;
         });
}

bool Reader::IsAtCursor(const Next& next) const {
  const std::int64_t event_id = next.message->event_id;
  if (event_id != cursor || CountOf(event_id) > 1) return false;
  return std::none_of(given.begin(), given.end(), [&](const Given& one) {
    const bool is_another = one.source != next.source || one.event_id != event_id;
    return is_another && (one.line == cursor || one.event_id == cursor);
  });
}

void Reader::Forget(std::size_t source,
                    const std::vector<std::pair<std::int64_t, std::int64_t>>& to_others) {
  for (const auto& [event_id, line] : to_others) {
    if (line > cursor) continue;
    std::erase_if(waiting, [&, id = event_id](const auto& one) {
      return one.first == source && one.second.event_id == id;
    });
    if (!WasGiven(source, event_id)) given.push_back({source, event_id, line});
  }
}

void Reader::FallBack() {
  for (auto one = waiting.rbegin(); one != waiting.rend(); ++one) {
    const auto& [source, message] = *one;
    if (message.frame == nullptr || !sources[source].joined) continue;
    // The position before the oldest message of this source that was not delivered.
    Source& of = sources[source];
    of.position = (of.page.empty() ? message : of.page.back()).event_id - 1;
    of.joined = false;
    of.page.clear();
  }
  std::erase_if(waiting, [](const auto& one) { return one.second.frame != nullptr; });
}

}  // namespace prichal::bridge
