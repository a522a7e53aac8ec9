#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "auth/ledger.h"
#include "base/result.h"
#include "base/unique_function.h"

namespace prichal::auth {

/// Where the instances of one deployment have their signing keys in common: one value, sealed
/// (key_sealing.h), which is replaced as a whole.
///
/// Called on a loop; `done` is called there too, possibly before this returns.
class KeyStore {
 public:
  template <typename Answer>
  using Done = UniqueFunction<void(Result<Answer, LedgerError>)>;

  struct Stored {
    std::string bytes;
    std::uint64_t version = 0;  ///< at least 1, one more with each Save()
  };

  KeyStore() = default;
  KeyStore(const KeyStore&) = delete;
  KeyStore& operator=(const KeyStore&) = delete;
  virtual ~KeyStore() = default;

  /// Nothing: none have been saved yet.
  virtual void Load(std::uint32_t loop, Done<std::optional<Stored>> done) = 0;
  /// Replaces what has the version `expected`; 0: only where there is nothing. False: there is
  /// another version by now; load it. Of several who save at once one gets true. After an error
  /// it may have been saved all the same: load before anything is signed with it.
  virtual void Save(std::uint32_t loop, std::string bytes, std::uint64_t expected,
                    Done<bool> done) = 0;
};

}  // namespace prichal::auth
