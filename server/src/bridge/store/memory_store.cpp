#include "bridge/store/memory_store.h"

namespace prichal::store {

Result<Loaded, std::string> MemoryStore::Load(Millis /*now*/,
                                              const std::function<void(Record)>& /*take*/) {
  return Loaded{};
}

void MemoryStore::Start(PostTo /*post*/) {}

void MemoryStore::Append(std::uint32_t /*loop*/, Record /*record*/, Done done) {
  done(bridge::PublishResult::kStored);
}

void MemoryStore::Remove(std::vector<std::int64_t> /*event_ids*/) {}

void MemoryStore::Stop() {}

}  // namespace prichal::store
