#pragma once

#include <memory>
#include <optional>

#include "signin/service/account_keys.h"
#include "signin/service/audit.h"
#include "signin/service/auth_events.h"
#include "signin/service/auth_webhooks.h"
#include "signin/service/dpop_replays.h"
#include "signin/service/limits.h"
#include "signin/service/options.h"
#include "signin/service/origins.h"
#include "signin/service/telegram_oidc.h"
#include "signin/ledger/ledger.h"
#include "signin/telegram/init_data.h"
#include "base/telemetry/log.h"

namespace prichal::app {

class AuthLoop;

/// The state of sign-in that all loops share. Each part may be used on any loop.
struct AuthShared {
  AuthShared(AuthOptions with, auth::Ledger& keeps, telemetry::Log& writes)
      : options(std::move(with)),
        origins(options.public_origin, options.origins),
        limits(options),
        ledger(keeps),
        log(writes) {}

  /// The bytes that the caches of one loop may have.
  [[nodiscard]] std::size_t cache_bytes() const { return options.cache_bytes / loop_count; }

  const AuthOptions options;
  std::size_t loop_count = 1;
  // Both are listeners of `events`, and so stand before it.
  std::unique_ptr<AuthWebhooks> webhooks;  ///< null: no server is told of anything
  std::unique_ptr<AuthAudit> audit;        ///< null: nothing is written
  AuthEvents events;
  const AuthOrigins origins;
  AuthLimits limits;
  DpopReplayTable replays;
  auth::Ledger& ledger;
  telemetry::Log& log;
  /// SHA-256 of the secret of /auth/introspect. Empty if none is configured.
  std::optional<auth::RefreshToken::Hash> introspection_secret;
  /// Null if sign-in with init data is not configured.
  std::unique_ptr<const telegram::InitDataChecker> init_data;
  /// Null if no API for the keys of accounts is configured.
  std::unique_ptr<AccountKeys> account_keys;
  /// Null if OpenID Connect is not configured.
  std::unique_ptr<TelegramOidc> oidc;
  std::vector<std::unique_ptr<AuthLoop>> loops;
};

}  // namespace prichal::app
