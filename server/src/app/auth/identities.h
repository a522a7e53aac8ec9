#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/auth/problem.h"
#include "auth/ledger.h"
#include "auth/step_up.h"
#include "telegram/init_data.h"
#include "token/access_token.h"
#include "token/jwt.h"
#include "ton/proof.h"

namespace prichal::app {

// These make the ledger's record of a proof. Its time is when the proof was made (`auth_date`, the
// wallet's timestamp, `iat`), at most `now`: clocks differ.

[[nodiscard]] auth::Identity IdentityOf(const telegram::InitData& data, Millis now);
[[nodiscard]] auth::Identity IdentityOf(const ton::ProvenWallet& wallet, Millis now);
/// Of an id token of Telegram for the bot `client_id`. The person is its claim `id`, the same
/// number that init data has: `sub` differs from bot to bot. Nothing: it has no such claim.
[[nodiscard]] std::optional<auth::Identity> IdentityOf(const token::Claims& claims,
                                                       const std::string& client_id, Millis now);

/// How an identity is called in addresses and answers: `telegram:1`, `ton:-239:0:83df…`.
[[nodiscard]] std::string NameOf(auth::IdentityKind kind, std::string_view key);
struct IdentityName {
  auth::IdentityKind kind = auth::IdentityKind::kTelegram;
  std::string key;
};
[[nodiscard]] std::optional<IdentityName> ParseIdentityName(std::string_view name);

/// The user as answers show him to himself: `sub`, `telegram` or null, `wallets`.
[[nodiscard]] boost::json::object UserJson(const auth::SignedIn& state);

/// What a token says of them: of several Telegram accounts or wallets the one that was proven last.
void AddIdentities(const std::vector<auth::Identity>& identities,
                   const std::vector<std::string>& claims, token::AccessToken& token);

/// What an account asks for before it changes; it has not been shown.
[[nodiscard]] Problem StepUpProblem(const auth::StepUp& step_up);

/// `tg_init` and so on, as `amr` has them.
[[nodiscard]] std::vector<std::string> MethodsOf(std::uint32_t amr);

}  // namespace prichal::app
