#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/interface.h"
#include "base/result.h"
#include "base/telemetry/log.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "signin/keys/key_rotation.h"
#include "signin/keys/signing_keys.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/sqlite/sqlite_ledger.h"

namespace prichal::signin {

/// The storage of sign-in: the ledger and the signing keys. Either in files of this process, or in
/// servers that several instances share.
///
/// Belongs to the main thread; its ledger belongs to the loops. Started before the loops run;
/// stopped after they have ended.
class AuthBackend : public Interface {
 public:
  using Keys = std::shared_ptr<const SigningKeys>;
  /// Receives the keys after each change. Called on any thread, one call at a time.
  using OnKeys = std::function<void(const Keys&)>;

  /// The ledger, usable until Stop().
  [[nodiscard]] virtual Ledger& ledger() = 0;
  /// The keys at the start. Null if the first keys arrive through OnKeys.
  [[nodiscard]] virtual Keys first_keys() const = 0;

  /// Starts the storage. Called once, before the loops run.
  virtual void Start(OnKeys on_keys) = 0;
  /// Waits until there are keys, or until they are known to be unavailable, for at most 10 seconds.
  /// Called once, while the loops run. Fails if waiting cannot help: with these settings no user
  /// can ever sign in. The error is one line.
  virtual Result<void, std::string> AwaitKeys() = 0;

  /// The interval at which to call RefreshKeys().
  static constexpr Millis kInterval = KeyRotation::kInterval;
  /// Reads changes of other instances and rotates keys that are due. May do so after it returns.
  virtual void RefreshKeys() = 0;

  /// False while no user can sign in. Any thread.
  [[nodiscard]] virtual bool ready() const = 0;

  /// Stops the storage. Call it after the loops have ended and before they are destroyed. Pending
  /// requests get no answer, or one that is posted to a loop. A second call does nothing.
  virtual void Stop() = 0;
};

/// The storage of a single instance: a database and a folder of keys, or memory. See AuthBackend.
class FileAuthBackend final : public AuthBackend {
 public:
  /// Opens the storage. `data`: the folder for data that survives a restart; if empty, all is in
  /// memory. `server` and `log` must outlive the backend. The errors are all problems, one line
  /// each with the file, the reason and the fix.
  [[nodiscard]] static Result<std::unique_ptr<AuthBackend>, std::vector<std::string>> Open(
      const config::Settings::Auth& settings, const std::string& data, http::Server& server,
      telemetry::Log& log);

  [[nodiscard]] Ledger& ledger() override { return *ledger_; }
  [[nodiscard]] Keys first_keys() const override { return keys_->keys(); }
  void Start(OnKeys on_keys) override;
  Result<void, std::string> AwaitKeys() override { return {}; }
  void RefreshKeys() override;
  [[nodiscard]] bool ready() const override { return ledger_->healthy(); }
  void Stop() override { ledger_->Stop(); }

 private:
  FileAuthBackend(http::Server& server, telemetry::Log& log, std::unique_ptr<SqliteLedger> ledger,
                  std::unique_ptr<KeyRotation> keys)
      : server_(server), log_(log), ledger_(std::move(ledger)), keys_(std::move(keys)) {}

  http::Server& server_;
  telemetry::Log& log_;
  std::unique_ptr<SqliteLedger> ledger_;
  std::unique_ptr<KeyRotation> keys_;
  OnKeys on_keys_;
};

}  // namespace prichal::signin
