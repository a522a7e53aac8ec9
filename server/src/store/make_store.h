#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "store/broken_file.h"
#include "store/store.h"

namespace prichal::store {

enum class Kind { kMemory, kSqlite };

/// What to do with a file that turns out to be broken.
enum class OnCorrupt {
  kSetAside,  ///< rename it and go on with a new one
  kStop,      ///< leave it alone: an operator decides
};

/// What an operator may choose about the store; `store.*` of the configuration. All but `kind` is
/// for kSqlite.
struct StoreOptions {
  Kind kind = Kind::kSqlite;
  std::string folder;                  ///< made when only its last part is missing
  bool sync_every_commit = true;       ///< an fsync before each acknowledgement
  Millis sync_interval{0};             ///< otherwise: between two of them
  std::size_t queue_bytes = SIZE_MAX;  ///< waiting to be written; beyond it kFull
  OnCorrupt on_corrupt = OnCorrupt::kSetAside;
  /// On the thread that found it: the caller's of MakeStore() or Load(), or one of the store. A
  /// file that stays as it is, with kStop, is the error of these two.
  OnBrokenFile on_broken = {};
  /// On a thread of the store, whenever it changes whether messages can be kept. `reason` says why
  /// they cannot.
  std::function<void(bool healthy, const std::string& reason)> on_health = {};
};

/// Ready for Store::Load(). The error is a line that names the path, the reason and the way out.
Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options);

}  // namespace prichal::store
