#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "store/store.h"

namespace prichal::store {

enum class Kind { kMemory, kSqlite };

/// What an operator may choose about the store; `store.*` of the configuration. All but `kind` is
/// for kSqlite.
struct StoreOptions {
  Kind kind = Kind::kSqlite;
  std::string folder;                            ///< made when only its last part is missing
  bool sync_every_commit = true;                 ///< an fsync before each acknowledgement
  Millis sync_interval{1'000};                   ///< otherwise: between two of them
  std::size_t queue_bytes = 64UL * 1024 * 1024;  ///< waiting to be written; beyond it kFull
  /// On a thread of the store, whenever it changes whether messages can be kept. `reason` says why
  /// they cannot.
  std::function<void(bool healthy, const std::string& reason)> on_health = {};
};

/// Ready for Store::Load(). The error is a line that names the path, the reason and the way out.
Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options);

}  // namespace prichal::store
