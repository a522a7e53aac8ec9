#include "http/loop/loop_outbound.h"

#include <algorithm>

namespace prichal::net {

class OutboundLoop::Entry final : public Watch {
 public:
  Entry(OutboundLoop& owner, std::uint32_t place, int fd)
      : owner_(owner),
        place_(place),
        descriptor_(owner.reactor_, fd,
                    {.slot = place | kSlotBit, .generation = owner.places_[place].generation}) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  ~Entry() override {
    owner_.places_[place_].watcher = nullptr;
    ++owner_.places_[place_].generation;
    owner_.free_.push_back(place_);
  }

  [[nodiscard]] bool watched() const { return descriptor_.watched(); }
  [[nodiscard]] int fd() const override { return descriptor_.fd(); }
  void AwaitReadable() override { descriptor_.AwaitReadable(); }
  void AwaitWritable() override { descriptor_.AwaitWritable(); }
  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into) override {
    return descriptor_.Receive(into);
  }

 private:
  OutboundLoop& owner_;
  const std::uint32_t place_;
  Reactor::Descriptor descriptor_;
};

std::unique_ptr<Watch> OutboundLoop::WatchFor(Watcher& watcher, int fd) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.emplace_back();
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  places_[place].watcher = &watcher;
  auto entry = std::make_unique<Entry>(*this, place, fd);
  if (!entry->watched()) return nullptr;
  return entry;
}

void OutboundLoop::ForgetTurnEnd(TurnEnd& hook) {
  std::erase(hooks_, &hook);
  std::replace(calling_.begin(), calling_.end(), &hook, static_cast<TurnEnd*>(nullptr));
}

void OutboundLoop::OnReady(Token token, Readiness readiness) {
  const Place place = places_[token.slot & ~kSlotBit];
  if (place.watcher == nullptr || place.generation != token.generation) return;
  if (readiness == Readiness::kReadable) {
    place.watcher->OnReadable();
  } else {
    place.watcher->OnWritable();
  }
}

void OutboundLoop::OnTurnEnd() {
  if (hooks_.empty()) return;
  calling_.swap(hooks_);
  // A hook may forget others, so that what is called is looked up each time.
  for (std::size_t i = 0; i < calling_.size(); ++i) {  // NOLINT(modernize-loop-convert)
    if (calling_[i] != nullptr) calling_[i]->OnTurnEnd();
  }
  calling_.clear();
  if (!hooks_.empty()) reactor_.TurnAgain();
}

}  // namespace prichal::net
