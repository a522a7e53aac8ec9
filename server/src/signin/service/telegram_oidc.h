// Sign-in with Telegram's OpenID Connect.

#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "base/telemetry/log.h"
#include "base/unique_function.h"
#include "http/connection/handler.h"
#include "outbound/https_client.h"
#include "signin/oidc/openid_connect.h"
#include "signin/service/auth_options.h"
#include "signin/service/problem.h"
#include "signin/token/jwt.h"

namespace prichal::signin {

/// Largest difference accepted between Telegram's clock and ours.
inline constexpr std::chrono::seconds kTelegramLeeway{300};

/// Verifies ID tokens and exchanges codes, for all loops of a server. Created before the loops run,
/// stopped after they have ended. Any thread; results are delivered to the caller's loop.
class TelegramOidc {
 public:
  template <typename Answer>
  using Done = UniqueFunction<void(Result<Answer, Problem>)>;

  /// Reads the client secret. `https` and `log` must outlive it. The error is one line that names
  /// the key, the reason and the fix, without any part of the secret.
  static Result<std::unique_ptr<TelegramOidc>, std::string> Make(const AuthOptions& options,
                                                                 outbound::HttpsClient& https,
                                                                 telemetry::Log& log);
  ~TelegramOidc() = default;

  /// Returns whether the redirect flow is available.
  [[nodiscard]] bool has_secret() const { return !secret_.view().empty(); }
  [[nodiscard]] const oidc::Provider& provider() const { return provider_; }
  /// Returns the redirect URI, as registered with @BotFather.
  [[nodiscard]] const std::string& redirect_uri() const { return redirect_uri_; }

  /// Verifies an id token for this site's bot. `done` is called on `loop`, later.
  void Verify(http::Loop& loop, std::string id_token, Done<token::Claims> done);
  /// Exchanges a code for an id token and verifies that.
  void Redeem(http::Loop& loop, std::string_view code, std::string_view verifier,
              Done<token::Claims> done);

  /// Fails pending requests and sends no more. A second call does nothing.
  void Stop() { requests_.Stop(); }

 private:
  TelegramOidc(const AuthOptions& options, SecretText secret, outbound::HttpsClient& https,
               telemetry::Log& log);

  [[nodiscard]] Result<token::Claims, Problem> Judge(const std::string& id_token,
                                                     const token::JwkSet* keys,
                                                     std::chrono::seconds now) const;

  const oidc::Provider provider_;
  const std::string redirect_uri_;
  const SecretText secret_;
  telemetry::Log& log_;
  oidc::KeySource keys_;
  outbound::RequestGroup requests_;  ///< last: its callbacks use the others
};

}  // namespace prichal::signin
