#include "store/memory_store.h"

namespace prichal::store {

void MemoryStore::Append(std::uint32_t /*loop*/, Record /*record*/, Done done) {
  done(Outcome::kStored);
}

void MemoryStore::Load(Millis /*now*/, const std::function<void(Record)>& /*take*/) {}

}  // namespace prichal::store
