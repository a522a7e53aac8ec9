#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/telemetry/log.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "signin/keys/key_rotation.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/key_sealing.h"
#include "signin/keys/key_store.h"
#include "signin/keys/signing_keys.h"
#include "signin/ledger/valkey/valkey_ledger.h"
#include "signin/service/backend.h"
#include "valkey/client.h"
#include "valkey/valkey_clients.h"

namespace prichal::signin {

/// Reads `auth.sealing_key` or its file: the key that encrypts signing keys which instances share.
/// The error is one line that names the key, the reason and the fix.
[[nodiscard]] Result<SealingKey, std::string> SealingKeyOf(const config::Settings::Auth& settings);

/// The storage that several instances share: users, sessions, used proofs and the encrypted signing
/// keys are in a Valkey or Redis server or cluster. See AuthBackend.
///
/// The loops start without keys. The first loop reads them, and creates and rotates them if no
/// other instance has done so.
class ValkeyAuthBackend final : public AuthBackend {
 public:
  struct Options {
    /// Creates the client of a loop. Called before the loop runs.
    std::function<std::unique_ptr<valkey::Client>(http::Loop&, valkey::PushPort&)> make_client;
    valkey::Durability durability = valkey::Durability::kMaster;
    KeyPolicy policy;
  };
  /// `server` and `log` must outlive the backend.
  ValkeyAuthBackend(http::Server& server, const Options& options, SealingKey sealing,
                    telemetry::Log& log);
  ValkeyAuthBackend(const ValkeyAuthBackend&) = delete;
  ValkeyAuthBackend& operator=(const ValkeyAuthBackend&) = delete;
  ~ValkeyAuthBackend() override;

  [[nodiscard]] Ledger& ledger() override { return *ledger_; }
  [[nodiscard]] Keys first_keys() const override { return nullptr; }
  void Start(OnKeys on_keys) override;
  Result<void, std::string> AwaitKeys() override;
  void RefreshKeys() override;
  [[nodiscard]] bool ready() const override;
  void Stop() override;

 private:
  void OnKeysChanged(const Keys& keys, const std::vector<std::string>& lines);
  void OnFault(const KeyFault& fault);
  /// Sets the result of AwaitKeys(). Returns false if it was set before.
  bool Learn(Result<void, std::string> first);
  void Watch(std::uint32_t loop);

  http::Server& server_;
  telemetry::Log& log_;
  OnKeys on_keys_;
  std::unique_ptr<ValkeyLedger> ledger_;
  ValkeyKeyStore key_store_;
  std::unique_ptr<SharedKeyRotation> rotation_;  ///< on the first loop
  std::string last_fault_;                       ///< empty if the last refresh succeeded

  std::vector<std::atomic<bool>> loops_ready_;
  std::atomic<bool> has_keys_{false};

  std::mutex mutex_;
  std::condition_variable learnt_;
  std::optional<Result<void, std::string>> first_;  ///< result of AwaitKeys(); guarded by mutex_
};

/// The shared signing keys in Valkey, for a process that is not an instance (`prichal keys`). Has a
/// loop of its own; calls block. Each error is one line.
class SharedKeys final : private valkey::PushPort {
 public:
  /// Prepares the client. Sends no request yet.
  [[nodiscard]] static Result<std::unique_ptr<SharedKeys>, std::string> Open(
      const config::Settings& settings);
  SharedKeys(const SharedKeys&) = delete;
  SharedKeys& operator=(const SharedKeys&) = delete;
  ~SharedKeys() override;

  /// Reads the keys. Null if no instance has created any.
  [[nodiscard]] Result<std::shared_ptr<const SigningKeys>, std::string> Look();
  /// See SharedKeyRotation::Rotate().
  [[nodiscard]] Result<std::vector<std::string>, std::string> Rotate(bool at_once, Millis now);

 private:
  SharedKeys(std::shared_ptr<valkey::ValkeyClients> clients, SealingKey sealing,
             const KeyPolicy& policy);

  void OnPush(std::string_view /*channel*/, std::string_view /*payload*/) override {}
  void OnSubscribed(std::string_view /*channel*/) override {}
  void OnInterrupted(std::span<const std::string> /*channels*/) override {}

  const std::shared_ptr<valkey::ValkeyClients> clients_;
  const SealingKey sealing_;
  http::Server server_;
  const std::unique_ptr<valkey::Client> client_;  // destroyed before its loop
  ValkeyKeyStore store_;
  SharedKeyRotation rotation_;  ///< used on the loop
};

}  // namespace prichal::signin
