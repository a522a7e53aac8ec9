#include "signin/service/backend.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/problems.h"
#include "base/telemetry/health_log.h"
#include "signin/ledger/sqlite/ledger_database.h"

namespace prichal::signin {
namespace {

/// Smallest page cache of the ledger, in bytes.
constexpr std::size_t kFewestPages = 2UL * 1024 * 1024;

}  // namespace

Result<std::unique_ptr<AuthBackend>, std::vector<std::string>> FileAuthBackend::Open(
    const config::Settings::Auth& settings, const std::string& data, http::Server& server,
    telemetry::Log& log) {
  auto ledger = SqliteLedger::Open(
      {.folder = data,
       .page_bytes = std::clamp(2 * settings.cache_bytes, kFewestPages, LedgerDatabase::kPageBytes),
       .on_health = [&log](bool /*healthy*/, const std::string& reason) {
         telemetry::WriteHealth(log, reason, "sessions can be saved again",
                                telemetry::Level::kError, "cannot save sessions");
       }});
  auto keys = KeyRotation::Open(KeyPlacesOf(settings, data), KeyPolicyOf(settings),
                                MachineClock().Now().unix_time);
  Problems problems;
  if (!ledger) problems.Add("store.data: " + ledger.error());
  problems.Add(keys);
  if (!problems.empty()) return Fail(problems.lines());
  std::unique_ptr<FileAuthBackend> backend(
      new FileAuthBackend(server, log, *std::move(ledger), *std::move(keys)));
  backend->RefreshKeys();
  return std::unique_ptr<AuthBackend>(std::move(backend));
}

void FileAuthBackend::Start(OnKeys on_keys) {
  on_keys_ = std::move(on_keys);
  ledger_->Start(
      [this](std::uint32_t loop, Task task) { server_.loop(loop).PostAlways(std::move(task)); });
}

void FileAuthBackend::RefreshKeys() {
  const Keys before = keys_->keys();
  const auto report = keys_->Refresh(MachineClock().Now().unix_time);
  if (!report) {
    // The current keys sign until a later refresh succeeds.
    log_.Write(telemetry::Level::kError, "cannot read or save the signing keys",
               {{"reason", report.error()}});
    return;
  }
  for (const std::string& line : *report) {
    log_.Write(telemetry::Level::kInfo, "the signing keys have changed", {{"what", line}});
  }
  if (on_keys_ && keys_->keys() != before) on_keys_(keys_->keys());
}

}  // namespace prichal::signin
