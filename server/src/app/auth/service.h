#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "app/auth/auth_events.h"
#include "app/auth/counters.h"
#include "app/auth/options.h"
#include "auth/ledger.h"
#include "auth/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"
#include "curl/https_client.h"
#include "net/handler.h"
#include "net/server.h"
#include "telemetry/log.h"
#include "webhook/sender.h"

namespace prichal::app {

struct AuthShared;

/// What sign-in has counted for operators.
struct AuthStats {
  AuthNumbers numbers;
  std::array<std::uint64_t, kAuthEventTypes> events{};  ///< by AuthEventType
  webhook::Stats webhooks;
  std::uint64_t audit_lines_lost = 0;
};

/// Sign-in on all loops of a server: what is below /auth/.
///
/// Owns one AuthLoop for each loop and what they share. Lives on the main thread; must outlive the
/// server. Makes handlers before the loops run.
class AuthService {
 public:
  /// Reads the bots. `ledger` is there while the loops run, `https` and `log` as long as the
  /// service. `keys`:
  /// null until Use() brings some, and whatever needs them is answered 503. The error is one line
  /// that names the key, the reason and the way out.
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

  /// From now on these sign and verify. Any thread.
  void Use(const std::shared_ptr<const auth::SigningKeys>& keys);

  /// Asks no other server any more; what waits for one is refused. Before the server is destroyed.
  /// A second call does nothing.
  void Stop();
  /// Reads the secrets of webhooks anew; when that fails those of before stay. `names_clients`: in
  /// the audit log, from now on. The error is one line. Any thread.
  Result<void, std::string> Reload(bool names_clients);
  /// After the audit log was moved away: it goes on at its path. The error is one line. Any thread.
  Result<void, std::string> ReopenAudit();
  /// After the loops: sends what webhooks are owed, for `most` at most. False: some was dropped.
  bool StopTelling(Millis most);

  /// Any thread.
  [[nodiscard]] AuthStats Stats() const;

 private:
  explicit AuthService(std::unique_ptr<AuthShared> shared);

  std::unique_ptr<AuthShared> shared_;
};

}  // namespace prichal::app
