#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/interface.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "signin/ledger/ledger.h"
#include "valkey/client.h"

namespace prichal::signin {

/// The store of the signing keys that instances share: one encrypted value (key_sealing.h), which
/// is replaced as a whole.
///
/// Called on a loop. `done` is called there too, possibly before the call returns.
class KeyStore : public Interface {
 public:
  template <typename Answer>
  using Done = UniqueFunction<void(Result<Answer, LedgerError>)>;

  struct Stored {
    std::string bytes;
    std::uint64_t version = 0;  ///< starts at 1; each Save() adds 1
  };

  /// Loads the value. Empty if none has been saved yet.
  virtual void Load(std::uint32_t loop, Done<std::optional<Stored>> done) = 0;
  /// Replaces the value if its version is `expected`; 0 means no value. Returns false if the
  /// version differs; call Load() then. Only one of several simultaneous calls succeeds. After an
  /// error the value may have been saved, so load it before signing with it.
  virtual void Save(std::uint32_t loop, std::string bytes, std::uint64_t expected,
                    Done<bool> done) = 0;
};

/// A KeyStore in a Valkey or Redis server or cluster: the hash `prichal:auth:keys`, which has no
/// expiry.
class ValkeyKeyStore final : public KeyStore {
 public:
  /// Returns the client of a loop, such as ValkeyLedger::client().
  using ClientOf = std::function<valkey::Client&(std::uint32_t loop)>;

  ValkeyKeyStore(ClientOf client_of, valkey::Durability durability);

  void Load(std::uint32_t loop, Done<std::optional<Stored>> done) override;
  void Save(std::uint32_t loop, std::string bytes, std::uint64_t expected,
            Done<bool> done) override;

 private:
  const ClientOf client_of_;
  const valkey::Durability durability_;
  const valkey::Script save_;
};

}  // namespace prichal::signin
