// What the application does for sign-in: its ledger, its keys, and what is published of them.

#include <utility>

#include "ops/metrics/admin_handler.h"
#include "main/application.h"
#include "signin/service/file_backend.h"
#include "signin/keys/key_service.h"
#include "signin/service/valkey_backend.h"
#include "ops/commands/settings_map.h"

namespace prichal::app {

Result<std::unique_ptr<AuthBackend>, std::string> Application::MakeAuthBackend() {
  if (valkey_ == nullptr) {
    return FileAuthBackend::Open(settings_.auth, DataFolderOf(settings_), *server_, log_);
  }
  auto sealing = SealingKeyOf(settings_.auth);
  if (!sealing) return Fail(sealing.error());
  // News goes by publish and subscribe of the shards, whatever the bridge's messages go by.
  const ValkeyAuthBackend::Options options{.make_client =
                                               [this](net::Loop& loop, valkey::PushPort& port) {
                                                 return valkey_->Make(
                                                     loop, port, valkey::PushKind::kSharded, false);
                                               },
                                           .durability = valkey_->durability(),
                                           .policy = KeyPolicyOf(settings_.auth)};
  return std::unique_ptr<AuthBackend>(
      std::make_unique<ValkeyAuthBackend>(*server_, options, *std::move(sealing), log_));
}

Result<void, std::string> Application::OpenAuth(const std::string& address) {
  AuthOptions options = AuthOptionsOf(settings_, address);
  if (!options.enabled()) return {};
  auto backend = MakeAuthBackend();
  if (!backend) return Fail(backend.error());
  auth_backend_ = *std::move(backend);
  const auto keys = auth_backend_->first_keys();
  issuer_ = options.issuer;
  endpoints_ = {.revocation = true, .introspection = !options.introspection_secret_file.empty()};
  auto service =
      AuthService::Make(*server_, std::move(options), auth_backend_->ledger(), https_, log_, keys);
  if (!service) return Fail(service.error());
  auth_ = *std::move(service);
  const auto documents = DocumentsOf(keys);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    site_handlers_[i]->ServeAuth(auth_->MakeHandler(server_->loop(i)));
    site_handlers_[i]->Publish(documents);
  }
  admin_handler_->ServeAuth(auth_->MakeAdmin());
  auth_backend_->Start([this](const AuthBackend::Keys& others) { SetKeys(others); });
  return {};
}

std::shared_ptr<const PublishedDocuments> Application::DocumentsOf(
    const AuthBackend::Keys& keys) const {
  if (keys == nullptr) return nullptr;
  return std::make_shared<const PublishedDocuments>(*keys, issuer_, endpoints_);
}

void Application::SetKeys(const AuthBackend::Keys& keys) {
  // Published first: nobody gets a token whose key he cannot find.
  const auto documents = DocumentsOf(keys);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    server_->loop(i).PostAlways(
        [handler = site_handlers_[i], documents] { handler->Publish(documents); });
  }
  auth_->SetKeys(keys);
}

}  // namespace prichal::app
