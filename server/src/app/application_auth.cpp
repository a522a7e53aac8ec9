// What the application does for sign-in: its ledger, its keys, and what is published of them.

#include <algorithm>
#include <utility>

#include "app/admin_handler.h"
#include "app/application.h"
#include "app/settings_map.h"

namespace prichal::app {
namespace {

/// Of the file of sessions in memory, however little of that there is.
constexpr std::size_t kFewestPages = 2UL * 1024 * 1024;

}  // namespace

Result<void, std::string> Application::OpenAuth(const std::string& address) {
  AuthOptions options = AuthOptionsOf(settings_, address);
  if (!options.enabled()) return {};
  if (settings_.store.kind == "valkey") {
    return Fail(std::string(
        "auth: sessions lie in a file of one instance, and store.kind = \"valkey\" is for several, "
        "of which each would take a challenge that another has taken: use sqlite for one instance, "
        "or take [auth] out"));
  }
  auto ledger = auth::SqliteLedger::Open(
      {.folder = DataFolderOf(settings_),
       .page_bytes = std::clamp(2 * settings_.auth.cache_bytes, kFewestPages,
                                auth::LedgerDatabase::kPageBytes),
       .on_health = [this](bool healthy, const std::string& reason) {
         if (healthy) {
           log_.Write(telemetry::Level::kInfo, "sessions can be kept again");
         } else {
           log_.Write(telemetry::Level::kError, "sessions cannot be kept", {{"reason", reason}});
         }
       }});
  if (!ledger) return Fail("store.data: " + ledger.error());
  ledger_ = *std::move(ledger);
  auto keys = KeyService::Open(options, DataFolderOf(settings_), log_);
  if (!keys) return Fail(keys.error());
  keys_ = *std::move(keys);
  issuer_ = options.issuer;
  auto service = AuthService::Make(*server_, std::move(options), *ledger_, log_, keys_->keys());
  if (!service) return Fail(service.error());
  auth_ = *std::move(service);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    site_handlers_[i]->ServeAuth(auth_->MakeHandler(server_->loop(i)));
  }
  admin_handler_->ServeAuth(auth_->MakeAdmin());
  ledger_->Start(
      [this](std::uint32_t loop, Task task) { server_->loop(loop).PostAlways(std::move(task)); });
  PublishKeys();
  return {};
}

void Application::PublishKeys() {
  published_ = std::make_shared<const PublishedDocuments>(
      *keys_->keys(), issuer_,
      PublishedDocuments::Endpoints{
          .revocation = true, .introspection = !settings_.auth.introspection_secret_file.empty()});
}

void Application::RefreshKeys() {
  if (keys_ == nullptr || !keys_->Refresh()) return;
  // Published first: nobody gets a token whose key he cannot find.
  PublishKeys();
  UseSite(site_);
  auth_->Use(keys_->keys());
}

}  // namespace prichal::app
