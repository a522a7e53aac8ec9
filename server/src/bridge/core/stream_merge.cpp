#include "bridge/core/stream_merge.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace prichal::bridge {

Merge::Merge(const std::vector<std::uint32_t>& shards) {
  sources_.reserve(shards.size());
  for (const std::uint32_t shard : shards) {
    sources_.push_back({.shard = static_cast<std::uint16_t>(shard)});
  }
}

void Merge::Add(std::uint32_t shard, Batch batch) {
  const auto source = std::find_if(sources_.begin(), sources_.end(),
                                   [&](const Source& s) { return s.shard == shard; });
  if (source == sources_.end()) return;
  for (const Delivery& delivery : batch.messages) waiting_bytes_ += delivery.frame->size();
  if (source->empty()) {
    source->waiting = std::move(batch.messages);
    source->first = 0;
  } else {
    std::move(batch.messages.begin(), batch.messages.end(), std::back_inserter(source->waiting));
  }
  source->up_to = std::max(source->up_to, batch.up_to);
  if (source->asked_page) {
    source->more = batch.more;
    source->asked_page = false;
  }
}

Merge::Source* Merge::Oldest() {
  Source* oldest = nullptr;
  for (Source& source : sources_) {
    if (source.empty()) continue;
    if (oldest == nullptr || source.oldest() < oldest->oldest()) oldest = &source;
  }
  return oldest;
}

Merge::Source* Merge::Ready() {
  while (Source* source = Oldest()) {
    const std::int64_t id = source->oldest();
    const bool may_go = std::all_of(sources_.begin(), sources_.end(),
                                    [&](const Source& other) { return IsPast(other, id); });
    if (!may_go) return nullptr;
    if (id > taken_) return source;
    (void)Pop(*source);  // duplicate delivery
  }
  return nullptr;
}

Delivery Merge::Pop(Source& source) {
  Delivery delivery = std::move(source.waiting[source.first++]);
  waiting_bytes_ -= delivery.frame->size();
  if (source.empty()) {
    // Most streams are idle and then own no memory for messages.
    source.waiting = std::vector<Delivery>();
    source.first = 0;
  }
  return delivery;
}

std::optional<Delivery> Merge::Next() {
  Source* source = Ready();
  if (source == nullptr) return std::nullopt;
  taken_ = source->oldest();
  return Pop(*source);
}

std::size_t Merge::NextSize() {
  const Source* source = Ready();
  return source == nullptr ? 0 : source->waiting[source->first].frame->size();
}

std::vector<std::uint32_t> Merge::PagesToAsk() {
  std::vector<std::uint32_t> shards;
  for (Source& source : sources_) {
    if (!source.empty() || !source.more || source.asked_page) continue;
    source.asked_page = true;
    shards.push_back(source.shard);
  }
  return shards;
}

std::int64_t Merge::waits_with() {
  const Source* oldest = Oldest();
  if (oldest == nullptr) return 0;
  const std::int64_t id = oldest->oldest();
  const bool waits = std::any_of(sources_.begin(), sources_.end(), [id](const Source& source) {
    return !source.more && !IsPast(source, id) && source.asked_confirm < id;
  });
  return waits ? id : 0;
}

void Merge::AdvanceWatermarks(const std::vector<std::int64_t>& watermarks) {
  for (Source& source : sources_) {
    // For a shard that still delivers its backlog, the pages set `up_to`.
    if (!source.more) source.up_to = std::max(source.up_to, watermarks.at(source.shard));
  }
}

std::vector<Merge::Confirmation> Merge::ConfirmationsToAsk() {
  std::vector<Confirmation> confirmations;
  const Source* oldest = Oldest();
  if (oldest == nullptr) return confirmations;
  const std::int64_t id = oldest->oldest();
  for (Source& source : sources_) {
    if (source.more || IsPast(source, id) || source.asked_confirm >= id) continue;
    source.asked_confirm = id;
    confirmations.push_back({.shard = source.shard, .event_id = id});
  }
  return confirmations;
}

bool Merge::caught_up() const {
  return std::all_of(sources_.begin(), sources_.end(),
                     [](const Source& source) { return !source.more && source.empty(); });
}

std::size_t Merge::waiting_messages() const {
  std::size_t count = 0;
  for (const Source& source : sources_) count += source.waiting.size() - source.first;
  return count;
}

std::vector<std::uint32_t> Merge::shards() const {
  std::vector<std::uint32_t> shards;
  std::transform(sources_.begin(), sources_.end(), std::back_inserter(shards),
                 [](const Source& source) { return source.shard; });
  return shards;
}

}  // namespace prichal::bridge
