#include "bridge/merge.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace prichal::bridge {

Merge::Merge(const std::vector<std::uint32_t>& homes) {
  sources_.reserve(homes.size());
  for (const std::uint32_t home : homes) sources_.push_back({.home = home});
}

void Merge::Offer(std::uint32_t home, Batch batch) {
  const auto source = std::find_if(sources_.begin(), sources_.end(),
                                   [&](const Source& s) { return s.home == home; });
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
    const bool may_go = std::all_of(sources_.begin(), sources_.end(), [&](const Source& other) {
      return !other.empty() || other.up_to >= id;
    });
    if (!may_go) return nullptr;
    if (id > taken_) return source;
    (void)Pop(*source);  // given twice
  }
  return nullptr;
}

Delivery Merge::Pop(Source& source) {
  Delivery delivery = std::move(source.waiting[source.first++]);
  waiting_bytes_ -= delivery.frame->size();
  if (source.empty()) {
    // Nothing waits with most streams most of the time: then nothing is kept.
    source.waiting = std::vector<Delivery>();
    source.first = 0;
  }
  return delivery;
}

std::optional<Delivery> Merge::Take() {
  Source* source = Ready();
  if (source == nullptr) return std::nullopt;
  taken_ = source->oldest();
  return Pop(*source);
}

std::size_t Merge::NextSize() {
  const Source* source = Ready();
  return source == nullptr ? 0 : source->waiting[source->first].frame->size();
}

std::vector<Merge::Question> Merge::Questions() {
  std::vector<Question> questions;
  Source* oldest = Oldest();
  for (Source& source : sources_) {
    if (!source.empty()) continue;
    if (source.more) {
      if (source.asked_page) continue;
      source.asked_page = true;
      questions.push_back({.home = source.home, .confirm = std::nullopt});
    } else if (oldest != nullptr && source.up_to < oldest->oldest() &&
               source.asked_confirm < oldest->oldest()) {
      source.asked_confirm = oldest->oldest();
      questions.push_back({.home = source.home, .confirm = source.asked_confirm});
    }
  }
  return questions;
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

std::vector<std::uint32_t> Merge::homes() const {
  std::vector<std::uint32_t> homes;
  std::transform(sources_.begin(), sources_.end(), std::back_inserter(homes),
                 [](const Source& source) { return source.home; });
  return homes;
}

}  // namespace prichal::bridge
