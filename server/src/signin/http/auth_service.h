#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/telemetry/log.h"
#include "http/connection/handler.h"
#include "http/server/server.h"
#include "outbound/https_client.h"
#include "outbound/webhook_sender.h"
#include "signin/keys/signing_keys.h"
#include "signin/ledger/ledger.h"
#include "signin/service/auth_events.h"
#include "signin/service/auth_options.h"
#include "signin/service/auth_shared.h"
#include "signin/service/counters.h"

namespace prichal::signin {

/// The counters of sign-in, for metrics.
struct AuthStats {
  AuthNumbers numbers;
  std::array<std::uint64_t, kAuthEventTypes> events{};  ///< indexed by AuthEventType
  outbound::WebhookStats webhooks;
  std::uint64_t audit_lines_lost = 0;
};

/// The sign-in service of a server: the paths below /auth/ on all loops.
///
/// Owns one AuthLoop for each loop and the state that they share. Belongs to the main thread and
/// must outlive the server. Handlers are created before the loops run.
class AuthService {
 public:
  /// Creates the service from `options`. `ledger` must live while the loops run; `https` and `log`
  /// must outlive the service. If `keys` is null, requests are answered with 503 until SetKeys() is
  /// called. The error is all problems, one line each with key, reason and fix.
  static Result<std::unique_ptr<AuthService>, std::vector<std::string>> Make(
      http::Server& server, AuthOptions options, Ledger& ledger, outbound::HttpsClient& https,
      telemetry::Log& log, const std::shared_ptr<const SigningKeys>& keys);
  AuthService(const AuthService&) = delete;
  AuthService& operator=(const AuthService&) = delete;
  ~AuthService();

  /// Creates the handler of the paths that Owns() accepts, for `loop`.
  [[nodiscard]] std::unique_ptr<http::Handler> MakeHandler(http::Loop& loop);
  /// Returns whether `path` is below "/auth/".
  [[nodiscard]] static bool Owns(std::string_view path);

  /// Creates the handler of the paths that OwnsAdmin() accepts, for the operators' listener.
  [[nodiscard]] std::unique_ptr<http::Handler> MakeAdmin();
  /// Returns whether `path` is below "/admin/auth/".
  [[nodiscard]] static bool OwnsAdmin(std::string_view path);

  /// Replaces the keys that sign and verify. Any thread.
  void SetKeys(const std::shared_ptr<const SigningKeys>& keys);

  /// Cancels requests to other servers; sign-ins that wait for them are refused. Call it before the
  /// server is destroyed. A second call does nothing.
  void Stop();
  /// Reads the secrets of webhooks again, and returns a function that puts the reload into effect
  /// and cannot fail. Before it is called, nothing changes. It must not outlive the service.
  /// `names_clients`: later lines of the audit log have the client's address. The error is one
  /// line. Any thread.
  [[nodiscard]] Result<std::function<void()>, std::string> PrepareReload(bool names_clients);
  /// Opens the audit log again after a log rotation moved it. The error is one line. Any thread.
  Result<void, std::string> ReopenAudit();
  /// Sends pending webhooks for at most `most`. Call it after the loops have ended. Returns false
  /// if some were dropped.
  bool StopTelling(Millis most);

  /// Returns the current counters. Any thread.
  [[nodiscard]] AuthStats Stats() const;

 private:
  explicit AuthService(std::unique_ptr<AuthShared> shared);

  std::unique_ptr<AuthShared> shared_;
};

/// The operators' endpoints: handler of the paths below /admin/auth/ (docs/api/openapi.yaml).
///
/// The operators' listener has a loop of its own, and the ledger does not answer on it. So each
/// request runs on the first loop of the public listener, and its response is sent from the
/// operators' loop. One for each listener; created before the loops run.
class AuthAdmin final : public http::Handler {
 public:
  /// `shared` must outlive all loops.
  explicit AuthAdmin(AuthShared& shared) : shared_(shared) {}

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  AuthShared& shared_;
};

}  // namespace prichal::signin
