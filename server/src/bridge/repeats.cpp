#include "bridge/repeats.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace prichal::bridge {
namespace {

constexpr std::size_t kFewest = 64;

std::uint32_t HashOf(const Fingerprint& fingerprint) {
  std::uint32_t hash = 0;
  std::memcpy(&hash, fingerprint.bytes().data(), sizeof(hash));
  return std::max<std::uint32_t>(hash, 1);
}

}  // namespace

Repeats::Repeats(std::size_t most) : most_(most), slots_(kFewest) {}

std::size_t Repeats::Look(const Fingerprint& fingerprint) const {
  const std::uint32_t hash = HashOf(fingerprint);
  std::size_t slot = Home(hash);
  while (slots_[slot].hash != 0) {
    if (slots_[slot].hash == hash && AddedAs(slots_[slot].number).fingerprint == fingerprint) break;
    slot = After(slot);
  }
  return slot;
}

void Repeats::Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires,
                  Millis now) {
  if (fingerprint.empty()) return;
  while (!added_.empty() && (added_.size() >= most_ || added_.front().expires <= now)) DropOldest();
  if (2 * (size_ + 1) > slots_.size()) Grow();
  Slot& slot = slots_[Look(fingerprint)];
  if (slot.hash == 0) ++size_;
  slot = {.hash = HashOf(fingerprint),
          .number = first_ + static_cast<std::uint32_t>(added_.size())};
  added_.push_back({.fingerprint = fingerprint, .event_id = event_id, .expires = expires});
}

std::optional<std::int64_t> Repeats::Find(const Fingerprint& fingerprint, Millis now) const {
  const Slot& slot = slots_[Look(fingerprint)];
  if (slot.hash == 0) return std::nullopt;
  const Added& known = AddedAs(slot.number);
  if (known.expires <= now) return std::nullopt;
  return known.event_id;
}

void Repeats::Prefetch(const Fingerprint& fingerprint) const {
  __builtin_prefetch(&slots_[Home(HashOf(fingerprint))], /*write=*/1);
}

void Repeats::Forget(const Fingerprint& fingerprint, std::int64_t event_id) {
  const std::size_t slot = Look(fingerprint);
  if (slots_[slot].hash != 0 && AddedAs(slots_[slot].number).event_id == event_id) Clear(slot);
}

void Repeats::DropOldest() {
  const Added& oldest = added_.front();
  const std::size_t slot = Look(oldest.fingerprint);
  // Another with the same fingerprint may have come since.
  if (slots_[slot].hash != 0 && slots_[slot].number == first_) Clear(slot);
  added_.pop_front();
  ++first_;
}

void Repeats::Clear(std::size_t slot) {
  --size_;
  // What was pushed on by this one moves up, so that no search ends too early.
  for (std::size_t next = After(slot); slots_[next].hash != 0; next = After(next)) {
    const std::size_t mask = slots_.size() - 1;
    const std::size_t pushed = (next - Home(slots_[next].hash)) & mask;
    if (pushed < ((next - slot) & mask)) continue;
    slots_[slot] = slots_[next];
    slot = next;
  }
  slots_[slot] = {};
}

void Repeats::Grow() {
  const std::vector<Slot> smaller = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  for (const Slot& slot : smaller) {
    if (slot.hash == 0) continue;
    std::size_t place = Home(slot.hash);
    while (slots_[place].hash != 0) place = After(place);
    slots_[place] = slot;
  }
}

}  // namespace prichal::bridge
