#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "signin/service/backend.h"
#include "signin/keys/key_sealing.h"
#include "signin/keys/shared_key_rotation.h"
#include "signin/keys/valkey_key_store.h"
#include "signin/ledger/valkey/valkey_ledger.h"
#include "base/result.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "base/telemetry/log.h"
#include "valkey/client.h"

namespace prichal::app {

/// Reads `auth.sealing_key` or its file, for instances that share their keys. The error is one line
/// that names the key, the reason and the fix.
[[nodiscard]] Result<auth::SealingKey, std::string> SealingKeyOf(
    const config::Settings::Auth& settings);

/// The storage of several instances: users, sessions, used proofs and the encrypted keys are in a
/// Valkey or Redis server or cluster.
///
/// The loops start without keys. The first loop reads them, and makes and rotates them if no other
/// instance has.
class ValkeyAuthBackend final : public AuthBackend {
 public:
  struct Options {
    /// Adds a client for a loop, before the loop runs.
    std::function<std::unique_ptr<valkey::Client>(net::Loop&, valkey::PushPort&)> make_client;
    valkey::Durability durability = valkey::Durability::kMaster;
    auth::KeyPolicy policy;
  };
  /// `server` and `log` must outlive the backend.
  ValkeyAuthBackend(net::Server& server, const Options& options, auth::SealingKey sealing,
                    telemetry::Log& log);
  ValkeyAuthBackend(const ValkeyAuthBackend&) = delete;
  ValkeyAuthBackend& operator=(const ValkeyAuthBackend&) = delete;
  ~ValkeyAuthBackend() override;

  [[nodiscard]] auth::Ledger& ledger() override { return *ledger_; }
  [[nodiscard]] Keys first_keys() const override { return nullptr; }
  void Start(OnKeys on_keys) override;
  Result<void, std::string> AwaitKeys() override;
  void RefreshKeys() override;
  [[nodiscard]] bool ready() const override;
  void Stop() override;

 private:
  void OnKeysChanged(const Keys& keys, const std::vector<std::string>& lines);
  void OnFault(const auth::KeyFault& fault);
  /// Sets the result of AwaitKeys(). False if it was set before.
  bool Learn(Result<void, std::string> first);
  void Watch(std::uint32_t loop);

  net::Server& server_;
  telemetry::Log& log_;
  OnKeys on_keys_;
  std::unique_ptr<auth::ValkeyLedger> ledger_;
  auth::ValkeyKeyStore key_store_;
  std::unique_ptr<auth::SharedKeyRotation> rotation_;  ///< on the first loop
  std::string last_fault_;                             ///< "; empty: the last reading went well

  std::vector<std::atomic<bool>> loops_ready_;
  std::atomic<bool> has_keys_{false};

  std::mutex mutex_;
  std::condition_variable learnt_;
  std::optional<Result<void, std::string>> first_;  ///< what AwaitKeys() says; guarded
};

}  // namespace prichal::app
