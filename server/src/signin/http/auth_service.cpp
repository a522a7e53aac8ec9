#include "signin/http/auth_service.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/problems.h"
#include "signin/http/credential.h"
#include "signin/http/sessions.h"
#include "signin/http/sign_in.h"
#include "signin/http/token_endpoints.h"
#include "signin/http/verify.h"
#include "signin/service/auth_options.h"
#include "signin/service/auth_shared.h"

namespace prichal::signin {

Result<std::unique_ptr<AuthService>, std::vector<std::string>> AuthService::Make(
    http::Server& server, AuthOptions options, Ledger& ledger, outbound::HttpsClient& https,
    telemetry::Log& log, const std::shared_ptr<const SigningKeys>& keys) {
  auto shared = std::make_unique<AuthShared>(std::move(options), ledger, log);
  Problems problems;
  if (shared->options.has_telegram()) {
    auto checker = MakeInitDataChecker(shared->options);
    if (problems.Add(checker)) shared->init_data = *std::move(checker);
  }
  const auto secret = ReadIntrospectionSecret(shared->options);
  if (problems.Add(secret)) shared->introspection_secret = *secret;
  shared->loop_count = server.loop_count();
  if (shared->options.has_oidc()) {
    auto oidc = TelegramOidc::Make(shared->options, https, log);
    if (problems.Add(oidc)) shared->oidc = *std::move(oidc);
  }
  if (!shared->options.ton_api.empty()) {
    auto account_keys = AccountKeys::Make(shared->options, https, log);
    if (problems.Add(account_keys)) shared->account_keys = *std::move(account_keys);
  }
  if (!shared->options.webhook_url.empty()) {
    auto webhooks = AuthWebhooks::Make(shared->options, https, log);
    if (problems.Add(webhooks)) {
      shared->webhooks = *std::move(webhooks);
      shared->events.Add(*shared->webhooks);
    }
  }
  if (!shared->options.audit_file.empty()) {
    auto audit = AuthAudit::Open(shared->options.audit_file, log);
    if (problems.Add(audit)) {
      shared->audit = *std::move(audit);
      shared->audit->NameClients(shared->options.names_clients);
      shared->events.Add(*shared->audit);
    }
  }
  if (!problems.empty()) return Fail(problems.lines());
  for (std::size_t i = 0; i < server.loop_count(); ++i) {
    shared->loops.push_back(std::make_unique<AuthLoop>(*shared, server.loop(i), keys));
    ledger.Listen(static_cast<std::uint32_t>(i), shared->loops.back()->sessions());
  }
  return std::unique_ptr<AuthService>(new AuthService(std::move(shared)));
}

AuthService::AuthService(std::unique_ptr<AuthShared> shared) : shared_(std::move(shared)) {}
AuthService::~AuthService() = default;

bool AuthService::Owns(std::string_view path) { return path.starts_with("/auth/"); }

std::unique_ptr<http::Handler> AuthService::MakeAdmin() {
  return std::make_unique<AuthAdmin>(*shared_);
}

bool AuthService::OwnsAdmin(std::string_view path) { return path.starts_with("/admin/auth/"); }

void AuthService::SetKeys(const std::shared_ptr<const SigningKeys>& keys) {
  for (const auto& loop : shared_->loops) loop->PostKeys(keys);
}

void AuthService::Stop() {
  if (shared_->oidc != nullptr) shared_->oidc->Stop();
  if (shared_->account_keys != nullptr) shared_->account_keys->Stop();
}

Result<std::function<void()>, std::string> AuthService::PrepareReload(bool names_clients) {
  AuthWebhooks::Secrets secrets;
  if (shared_->webhooks != nullptr) {
    auto read = shared_->webhooks->ReadSecrets();
    if (!read) return Fail(read.error());
    secrets = *std::move(read);
  }
  return std::function<void()>([this, names_clients, secrets = std::move(secrets)] {
    if (shared_->audit != nullptr) shared_->audit->NameClients(names_clients);
    if (shared_->webhooks != nullptr) shared_->webhooks->SetSecrets(secrets);
  });
}

Result<void, std::string> AuthService::ReopenAudit() {
  return shared_->audit != nullptr ? shared_->audit->Reopen() : Result<void, std::string>();
}

bool AuthService::StopTelling(Millis most) {
  return shared_->webhooks == nullptr || shared_->webhooks->Stop(most);
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

namespace {

using http::Method;
using What = AuthLimits::What;

/// The size limit of a body, in bytes. Proofs are much smaller.
constexpr std::size_t kProofBodyLimit = 16 * 1024;

constexpr std::string_view kVerifyPath = "/auth/verify";

struct Endpoint {
  std::string_view path;  ///< if it ends with '/', an ID follows
  Method method;
  void (*answer)(AuthLoop& loop, const http::Request& request, const AuthCall& call);
  std::optional<AuthLimits::What> limit = {};
  std::optional<AuthKind> measured = {};
  /// True if browsers navigate here. The response then tells them to send no Referer header.
  bool is_navigation = false;

  [[nodiscard]] std::string allow() const {
    return fmt::format("OPTIONS, {}", http::NameOf(method));
  }
};

template <auto kAnswer>
void WithRest(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  kAnswer(loop, request, call, request.path.substr(request.path.rfind('/') + 1));
}

constexpr std::array<Endpoint, 15> kEndpoints{{
    {"/auth/telegram", Method::kPost, SignInWithInitData, What::kExchange, AuthKind::kTelegram},
    {"/auth/ton/challenge", Method::kPost, IssueChallenge, What::kChallenge, AuthKind::kChallenge},
    {"/auth/ton", Method::kPost, SignInWithTonProof, What::kExchange, AuthKind::kTon},
    {"/auth/telegram/id-token", Method::kPost, SignInWithIdToken, What::kExchange,
     AuthKind::kTelegram},
    {"/auth/telegram/start", Method::kGet, BeginTelegramSignIn, What::kChallenge, {}, true},
    {"/auth/telegram/callback", Method::kGet, EndTelegramSignIn, What::kExchange, {}, true},
    {"/auth/refresh", Method::kPost, Renew, What::kRefresh, AuthKind::kRefresh},
    {"/auth/session", Method::kGet, GetSession},
    {"/auth/sessions", Method::kGet, ListSessions},
    {"/auth/revoke", Method::kPost, RevokeToken, What::kRefresh},
    {"/auth/introspect", Method::kPost, IntrospectToken},
    {"/auth/logout", Method::kPost, SignOut},
    {"/auth/user", Method::kDelete, ForgetUser},
    {"/auth/sessions/", Method::kDelete, WithRest<EndSession>},
    {"/auth/identities/", Method::kDelete, WithRest<UnlinkIdentity>},
}};

bool IsAt(const Endpoint& endpoint, std::string_view path) {
  if (!endpoint.path.ends_with('/')) return path == endpoint.path;
  return path.size() > endpoint.path.size() && path.starts_with(endpoint.path) &&
         path.find('/', endpoint.path.size()) == std::string_view::npos;
}

const Endpoint* EndpointAt(std::string_view path) {
  for (const Endpoint& endpoint : kEndpoints) {
    if (IsAt(endpoint, path)) return &endpoint;
  }
  return nullptr;
}

/// True if the path is unknown or does not accept the method, whatever the body is.
bool IsRefused(const http::Request& head) {
  if (head.path == kVerifyPath) return false;
  const Endpoint* endpoint = EndpointAt(head.path);
  return endpoint == nullptr || endpoint->method != head.method;
}

/// Handler of the paths below /auth/ on one loop (docs/api/openapi.yaml). `loop` must outlive it.
class AuthHandler final : public http::Handler {
 public:
  explicit AuthHandler(AuthLoop& loop) : loop_(loop) {}

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override {
    // HandleHead() responds before the body arrives.
    if (IsRefused(head)) return std::numeric_limits<std::size_t>::max();
    // A proxy may forward the body of the original request.
    const bool takes_body = head.path == kVerifyPath || head.method == Method::kPost;
    return takes_body ? kProofBodyLimit : 0;
  }

  void HandleHead(const http::Request& head, http::ResponseWriter& writer) override {
    if (IsRefused(head)) Handle(head, writer);
  }

  void Handle(const http::Request& request, http::ResponseWriter& writer) override {
    if (request.path == kVerifyPath && loop_.has_keys()) return Verify(loop_, request, writer);
    const AuthOrigins& origins = loop_.shared().origins;
    const Endpoint* endpoint = EndpointAt(request.path);
    if (endpoint != nullptr && request.method == Method::kOptions) {
      return writer.Respond(origins.Preflight(endpoint->allow(), request.origin));
    }
    AuthCall call(loop_, request, writer);
    if (!loop_.has_keys()) return call.Refuse(UnavailableProblem());
    if (endpoint != nullptr && endpoint->is_navigation) {
      call.AddLines("Referrer-Policy: no-referrer\r\n");
    }
    if (endpoint == nullptr) {
      return call.Refuse(
          {.status = 404, .code = "not_found", .detail = "unknown path below /auth/"});
    }
    if (request.method != endpoint->method) {
      call.AddLines(fmt::format("Allow: {}\r\n", endpoint->allow()));  // RFC 9110 section 15.5.6
      return call.Refuse({.status = 405,
                          .code = "method_not_allowed",
                          .detail = "allowed here is " + endpoint->allow()});
    }
    if (!request.origin.empty() && !origins.Admits(request.origin)) {
      return call.Refuse(
          {.status = 403,
           .code = "origin_not_allowed",
           .detail = "this origin is not allowed to sign users in; add it to auth.origins"});
    }
    if (endpoint->limit) {
      const Millis now = writer.loop().now().steady;
      if (auto problem = loop_.shared().limits.Take(*endpoint->limit, call.client(), now)) {
        return call.Refuse(*problem);
      }
    }
    if (endpoint->measured) call.Measure(*endpoint->measured);
    endpoint->answer(loop_, request, call);
  }

 private:
  AuthLoop& loop_;
};

}  // namespace

std::unique_ptr<http::Handler> AuthService::MakeHandler(http::Loop& loop) {
  return std::make_unique<AuthHandler>(*shared_->loops.at(loop.index()));
}

}  // namespace prichal::signin
