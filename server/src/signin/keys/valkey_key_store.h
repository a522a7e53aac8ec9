#pragma once

#include <functional>

#include "signin/keys/key_store.h"
#include "valkey/client.h"

namespace prichal::auth {

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
