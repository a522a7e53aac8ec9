#pragma once

#include <memory>
#include <string>
#include <utility>

#include "signin/service/backend.h"
#include "signin/keys/key_service.h"
#include "signin/ledger/sqlite/sqlite_ledger.h"
#include "base/result.h"
#include "config/settings.h"
#include "http/server/server.h"
#include "base/telemetry/log.h"

namespace prichal::app {

/// The storage of a single instance: a database and a folder of keys, or memory.
class FileAuthBackend final : public AuthBackend {
 public:
  /// Opens the storage. `data` is the folder for data that survives a restart. Empty if nothing
  /// does. `server` and `log` must outlive the backend. The error is one line that names the file,
  /// the reason and the fix.
  [[nodiscard]] static Result<std::unique_ptr<AuthBackend>, std::string> Open(
      const config::Settings::Auth& settings, const std::string& data, net::Server& server,
      telemetry::Log& log);

  [[nodiscard]] auth::Ledger& ledger() override { return *ledger_; }
  [[nodiscard]] Keys first_keys() const override { return keys_->keys(); }
  void Start(OnKeys on_keys) override;
  Result<void, std::string> AwaitKeys() override { return {}; }
  void RefreshKeys() override;
  [[nodiscard]] bool ready() const override { return ledger_->healthy(); }
  void Stop() override { ledger_->Stop(); }

 private:
  FileAuthBackend(net::Server& server, std::unique_ptr<auth::SqliteLedger> ledger,
                  std::unique_ptr<KeyService> keys)
      : server_(server), ledger_(std::move(ledger)), keys_(std::move(keys)) {}

  net::Server& server_;
  std::unique_ptr<auth::SqliteLedger> ledger_;
  std::unique_ptr<KeyService> keys_;
  OnKeys on_keys_;
};

}  // namespace prichal::app
