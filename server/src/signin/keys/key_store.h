#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/unique_function.h"
#include "signin/ledger/ledger.h"
#include "valkey/client.h"

namespace prichal::auth {

/// The store of the signing keys that the instances of a deployment share: one encrypted value
/// (key_sealing.h), which is replaced as a whole.
///
/// Called on a loop. `done` is called there too, possibly before the call returns.
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

  /// Loads the value. Empty if none has been saved yet.
  virtual void Load(std::uint32_t loop, Done<std::optional<Stored>> done) = 0;
  /// Replaces the value if its version is `expected`; 0 stands for no value. False if there is
  /// another version by now; load it then. Of several simultaneous calls one gets true. After an
  /// error the value may have been saved all the same, so load it before signing with it.
  virtual void Save(std::uint32_t loop, std::string bytes, std::uint64_t expected,
                    Done<bool> done) = 0;
};

/// KeyStore in a server of Valkey or Redis, or in a cluster: the hash `prichal:auth:keys`, which
/// lives for good.
class ValkeyKeyStore final : public KeyStore {
 public:
  /// Gives the client of a loop, such as ValkeyLedger::client().
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

}  // namespace prichal::auth
