#include "signin/http/service.h"

#include <utility>

#include "signin/http/admin.h"
#include "signin/service/auth_loop.h"
#include "signin/service/bots.h"
#include "signin/http/handler.h"
#include "signin/service/shared.h"
#include "signin/http/token_endpoints.h"

namespace prichal::app {

Result<std::unique_ptr<AuthService>, std::string> AuthService::Make(
    net::Server& server, AuthOptions options, auth::Ledger& ledger, curl::HttpsClient& https,
    telemetry::Log& log, const std::shared_ptr<const auth::SigningKeys>& keys) {
  auto shared = std::make_unique<AuthShared>(std::move(options), ledger, log);
  if (shared->options.has_telegram()) {
    auto checker = MakeInitDataChecker(shared->options);
    if (!checker) return Fail(checker.error());
    shared->init_data = *std::move(checker);
  }
  auto secret = ReadIntrospectionSecret(shared->options);
  if (!secret) return Fail(secret.error());
  shared->introspection_secret = *secret;
  shared->loop_count = server.loop_count();
  if (shared->options.has_oidc()) {
    auto oidc = TelegramOidc::Make(shared->options, https, log);
    if (!oidc) return Fail(oidc.error());
    shared->oidc = *std::move(oidc);
  }
  if (!shared->options.ton_api.empty()) {
    auto account_keys = AccountKeys::Make(shared->options, https, log);
    if (!account_keys) return Fail(account_keys.error());
    shared->account_keys = *std::move(account_keys);
  }
  if (!shared->options.webhook_url.empty()) {
    auto webhooks = AuthWebhooks::Make(shared->options, https, log);
    if (!webhooks) return Fail(webhooks.error());
    shared->webhooks = *std::move(webhooks);
    shared->events.Add(*shared->webhooks);
  }
  if (!shared->options.audit_file.empty()) {
    auto audit = AuthAudit::Open(shared->options.audit_file, log);
    if (!audit) return Fail(audit.error());
    shared->audit = *std::move(audit);
    shared->audit->NameClients(shared->options.names_clients);
    shared->events.Add(*shared->audit);
  }
  for (std::size_t i = 0; i < server.loop_count(); ++i) {
    shared->loops.push_back(std::make_unique<AuthLoop>(*shared, server.loop(i), keys));
    if (auth::Revocations* revocations = ledger.revocations(); revocations != nullptr) {
      revocations->Listen(static_cast<std::uint32_t>(i), shared->loops.back()->sessions());
    }
  }
  return std::unique_ptr<AuthService>(new AuthService(std::move(shared)));
}

AuthService::AuthService(std::unique_ptr<AuthShared> shared) : shared_(std::move(shared)) {}
AuthService::~AuthService() = default;

std::unique_ptr<net::Handler> AuthService::MakeHandler(net::Loop& loop) {
  return std::make_unique<AuthHandler>(*shared_->loops.at(loop.index()));
}

bool AuthService::Owns(std::string_view path) { return path.starts_with("/auth/"); }

std::unique_ptr<net::Handler> AuthService::MakeAdmin() {
  return std::make_unique<AuthAdmin>(*shared_);
}

bool AuthService::OwnsAdmin(std::string_view path) { return AuthAdmin::Owns(path); }

void AuthService::SetKeys(const std::shared_ptr<const auth::SigningKeys>& keys) {
  for (const auto& loop : shared_->loops) loop->PostKeys(keys);
}

void AuthService::Stop() {
  if (shared_->oidc != nullptr) shared_->oidc->Stop();
  if (shared_->account_keys != nullptr) shared_->account_keys->Stop();
}

Result<void, std::string> AuthService::Reload(bool names_clients) {
  if (shared_->audit != nullptr) shared_->audit->NameClients(names_clients);
  return shared_->webhooks != nullptr ? shared_->webhooks->Reload() : Result<void, std::string>();
}

Result<void, std::string> AuthService::ReopenAudit() {
  return shared_->audit != nullptr ? shared_->audit->Reopen() : Result<void, std::string>();
}

bool AuthService::StopTelling(Millis most) {
  const bool sent = shared_->webhooks == nullptr || shared_->webhooks->Stop(most);
  return sent;
}

AuthStats AuthService::Stats() const {
  AuthStats stats;
  for (const auto& loop : shared_->loops) loop->counters().AddTo(stats.numbers);
  for (std::size_t i = 0; i < stats.events.size(); ++i) {
    stats.events.at(i) = shared_->events.count(static_cast<AuthEventType>(i));
  }
  if (shared_->webhooks != nullptr) stats.webhooks = shared_->webhooks->Snapshot();
  if (shared_->audit != nullptr) stats.audit_lines_lost = shared_->audit->lost();
  return stats;
}

}  // namespace prichal::app
