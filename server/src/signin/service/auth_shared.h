#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "base/secret.h"
#include "base/telemetry/log.h"
#include "http/connection/handler.h"
#include "signin/keys/signing_keys.h"
#include "signin/ledger/ledger.h"
#include "signin/service/account_keys.h"
#include "signin/service/audit.h"
#include "signin/service/auth_events.h"
#include "signin/service/auth_options.h"
#include "signin/service/auth_webhooks.h"
#include "signin/service/counters.h"
#include "signin/service/limits.h"
#include "signin/service/session_cache.h"
#include "signin/service/telegram_oidc.h"
#include "signin/telegram/init_data.h"

namespace prichal::signin {

class AuthLoop;

/// The state of sign-in that all loops share. AuthService owns it. Any loop may use each part.
struct AuthShared {
  AuthShared(AuthOptions with, Ledger& keeps, telemetry::Log& writes)
      : options(std::move(with)),
        origins(options.public_origin, options.origins),
        limits(options),
        ledger(keeps),
        log(writes) {}

  /// Returns the size limit of the caches of one loop, in bytes.
  [[nodiscard]] std::size_t cache_bytes() const { return options.cache_bytes / loop_count; }

  const AuthOptions options;
  std::size_t loop_count = 1;
  // Both listen to `events`, so they are declared before it.
  std::unique_ptr<AuthWebhooks> webhooks;  ///< null if webhooks are not configured
  std::unique_ptr<AuthAudit> audit;        ///< null if the audit log is not configured
  AuthEvents events;
  const AuthOrigins origins;
  AuthLimits limits;
  DpopReplayTable replays;
  Ledger& ledger;
  telemetry::Log& log;
  /// SHA-256 of the secret of /auth/introspect. Empty if none is configured.
  std::optional<RefreshToken::Hash> introspection_secret;
  /// Null if sign-in with init data is not configured.
  std::unique_ptr<const telegram::InitDataChecker> init_data;
  /// Null if no API for the keys of accounts is configured.
  std::unique_ptr<AccountKeys> account_keys;
  /// Null if OpenID Connect is not configured.
  std::unique_ptr<TelegramOidc> oidc;
  std::vector<std::unique_ptr<AuthLoop>> loops;
};

/// The state of sign-in on one loop. AuthShared owns it; it must outlive the loop. Used only on
/// that loop, except for PostKeys().
class AuthLoop {
 public:
  AuthLoop(AuthShared& shared, http::Loop& loop, std::shared_ptr<const SigningKeys> keys)
      : shared_(shared),
        loop_(loop),
        tokens_(shared.cache_bytes() / kTokensShare),
        sessions_(shared.cache_bytes() - shared.cache_bytes() / kTokensShare) {
    if (keys != nullptr) SetKeys(std::move(keys));
  }
  AuthLoop(const AuthLoop&) = delete;
  AuthLoop& operator=(const AuthLoop&) = delete;
  ~AuthLoop() {
    Wipe(cookie_key_);
    Wipe(attempt_key_);
  }

  [[nodiscard]] AuthShared& shared() const { return shared_; }
  [[nodiscard]] const AuthOptions& options() const { return shared_.options; }
  [[nodiscard]] Ledger& ledger() const { return shared_.ledger; }
  [[nodiscard]] http::Loop& loop() const { return loop_; }
  [[nodiscard]] std::uint32_t index() const { return loop_.index(); }
  [[nodiscard]] Millis unix_time() const { return loop_.now().unix_time; }
  /// False until the first keys arrive, if instances share keys. The members below must not be used
  /// then.
  [[nodiscard]] bool has_keys() const { return keys_ != nullptr; }
  [[nodiscard]] const SigningKeys& keys() const { return *keys_; }
  /// The MAC key of SessionCookie.
  [[nodiscard]] const MacKey& cookie_key() const { return cookie_key_; }
  /// The cache of access tokens that keys() have verified. Cleared when the keys change.
  [[nodiscard]] VerifiedTokens& tokens() { return tokens_; }
  [[nodiscard]] SessionCache& sessions() { return sessions_; }
  /// The encryption key of oidc::Attempt.
  [[nodiscard]] const MacKey& attempt_key() const { return attempt_key_; }
  [[nodiscard]] AuthCounters& counters() { return counters_; }
  [[nodiscard]] const AuthCounters& counters() const { return counters_; }

  /// Replaces the keys in a later task of the loop. Any thread.
  void PostKeys(std::shared_ptr<const SigningKeys> keys) {
    loop_.PostAlways([this, keys = std::move(keys)]() mutable { SetKeys(std::move(keys)); });
  }

 private:
  void SetKeys(std::shared_ptr<const SigningKeys> keys) {
    keys_ = std::move(keys);
    tokens_.Clear();
    cookie_key_ = keys_->DeriveKey("session cookie");
    attempt_key_ = keys_->DeriveKey("sign-in under way");
  }

  /// A fifth of the cache is for tokens: a token takes a quarter of the memory of a session.
  static constexpr std::size_t kTokensShare = 5;

  AuthShared& shared_;
  http::Loop& loop_;
  std::shared_ptr<const SigningKeys> keys_;
  MacKey cookie_key_{};
  VerifiedTokens tokens_;
  SessionCache sessions_;
  MacKey attempt_key_{};
  AuthCounters counters_;
};

}  // namespace prichal::signin
