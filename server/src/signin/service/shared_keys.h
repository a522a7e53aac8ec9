#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "valkey/valkey_clients.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/key_sealing.h"
#include "signin/keys/shared_key_rotation.h"
#include "signin/keys/signing_keys.h"
#include "signin/keys/valkey_key_store.h"
#include "base/clock.h"
#include "base/result.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "valkey/client.h"

namespace prichal::app {

/// The signing keys that instances share in Valkey, as a process sees and rotates them that is none
/// of these instances. Has a loop of its own. Each error is one line.
class SharedKeys final : private valkey::PushPort {
 public:
  /// Asks nothing yet.
  [[nodiscard]] static Result<std::unique_ptr<SharedKeys>, std::string> Open(
      const config::Settings& settings);
  SharedKeys(const SharedKeys&) = delete;
  SharedKeys& operator=(const SharedKeys&) = delete;
  ~SharedKeys() override;

  /// Null: no instance has made any yet.
  [[nodiscard]] Result<std::shared_ptr<const auth::SigningKeys>, std::string> Look();
  /// As SharedKeyRotation::Rotate().
  [[nodiscard]] Result<std::vector<std::string>, std::string> Rotate(bool at_once, Millis now);

 private:
  SharedKeys(std::shared_ptr<ValkeyClients> clients, auth::SealingKey sealing,
             const auth::KeyPolicy& policy);

  void OnPush(std::string_view /*channel*/, std::string_view /*payload*/) override {}
  void OnSubscribed(std::string_view /*channel*/) override {}
  void OnInterrupted(std::span<const std::string> /*channels*/) override {}

  const std::shared_ptr<ValkeyClients> clients_;
  const auth::SealingKey sealing_;
  net::Server server_;
  const std::unique_ptr<valkey::Client> client_;  // before its loop
  auth::ValkeyKeyStore store_;
  auth::SharedKeyRotation rotation_;  ///< on the loop
};

}  // namespace prichal::app
