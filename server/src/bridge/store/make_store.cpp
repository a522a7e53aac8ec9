#include "bridge/store/make_store.h"

#include "bridge/store/memory_store.h"
#include "bridge/store/sqlite_store.h"

namespace prichal::store {

Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options) {
  if (options.kind == Kind::kMemory) return std::make_unique<MemoryStore>();
  return SqliteStore::Open({.folder = options.folder,
                            .sync_every_commit = options.sync_every_commit,
                            .sync_interval = options.sync_interval,
                            .set_aside = options.on_corrupt == OnCorrupt::kSetAside,
                            .on_broken = options.on_broken,
                            .on_health = options.on_health},
                           options.queue_bytes);
}

}  // namespace prichal::store
