#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

namespace prichal::app {

struct AuthShared;

/// The counters of sign-in for operators.
struct AuthStats {
  AuthNumbers numbers;
  std::array<std::uint64_t, kAuthEventTypes> events{};  ///< by AuthEventType
  webhook::Stats webhooks;
  std::uint64_t audit_lines_lost = 0;
};

/// Sign-in on all loops of a server: the paths below /auth/.
///
/// Owns one AuthLoop for each loop and their shared state. Lives on the main thread and must
/// outlive the server. Handlers are made before the loops run.
class AuthService {
 public:
  /// Reads the settings. `ledger` must live while the loops run, `https` and `log` as long as the
  /// service. If `keys` is null, requests that need keys are answered with 503 until SetKeys()
  /// brings some. The error is one line that names the key, the reason and the fix.
  static Result<std::unique_ptr<AuthService>, std::string> Make(
      net::Server& server, AuthOptions options, auth::Ledger& ledger, curl::HttpsClient& https,
      telemetry::Log& log, const std::shared_ptr<const auth::SigningKeys>& keys);
  AuthService(const AuthService&) = delete;
  AuthService& operator=(const AuthService&) = delete;
  ~AuthService();

  /// Answers every path that Owns() names, on `loop`.
  [[nodiscard]] std::unique_ptr<net::Handler> MakeHandler(net::Loop& loop);
  /// True for every path below "/auth/".
  [[nodiscard]] static bool Owns(std::string_view path);

  /// Answers every path that OwnsAdmin() names, on the loop of the operator's listener.
  [[nodiscard]] std::unique_ptr<net::Handler> MakeAdmin();
  /// True for every path below "/admin/auth/".
  [[nodiscard]] static bool OwnsAdmin(std::string_view path);

  /// Sets the keys that sign and verify from now on. Any thread.
  void SetKeys(const std::shared_ptr<const auth::SigningKeys>& keys);

  /// Cancels requests to other servers; sign-ins that wait for them are refused. Called before the
  /// server is destroyed. A second call does nothing.
  void Stop();
  /// Reads the secrets of webhooks again. If that fails, the old ones stay. `names_clients` says
  /// whether the audit log has addresses from now on. The error is one line. Any thread.
  Result<void, std::string> Reload(bool names_clients);
  /// Opens the audit log again after it was moved away. The error is one line. Any thread.
  Result<void, std::string> ReopenAudit();
  /// Sends pending webhooks for at most `most`, after the loops have ended. False if some were
  /// dropped.
  bool StopTelling(Millis most);

  /// Any thread.
  [[nodiscard]] AuthStats Stats() const;

 private:
  explicit AuthService(std::unique_ptr<AuthShared> shared);

  std::unique_ptr<AuthShared> shared_;
};

/// Answers the paths below /auth/ on one loop (docs/http-api.md).
class AuthHandler final : public net::Handler {
 public:
  explicit AuthHandler(AuthLoop& loop) : loop_(loop) {}

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, net::ResponseWriter& writer) override;

 private:
  AuthLoop& loop_;
};

}  // namespace prichal::app
