#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signin/ledger/ledger.h"
#include "signin/ledger/step_up.h"
#include "signin/service/problem.h"
#include "signin/telegram/init_data.h"
#include "signin/token/access_token.h"
#include "signin/token/jwt.h"
#include "signin/ton/proof.h"

namespace prichal::signin {

// These functions create the ledger's record of a proof. Its time is the time of the proof
// (`auth_date`, the wallet's timestamp, `iat`), but at most `now` (Unix time), because clocks
// differ.

[[nodiscard]] Identity IdentityOf(const telegram::InitData& data, Millis now);
[[nodiscard]] Identity IdentityOf(const ton::ProvenWallet& wallet, Millis now);
/// For an ID token of Telegram for the bot `client_id`. The account is its claim `id`, the same
/// number as in init data; `sub` differs between bots. Empty if it has no such claim.
[[nodiscard]] std::optional<Identity> IdentityOf(const token::Claims& claims,
                                                 const std::string& client_id, Millis now);

/// Returns the name of an identity in URLs and responses: `telegram:1`, `ton:-239:0:83df…`.
[[nodiscard]] std::string NameOf(IdentityKind kind, std::string_view key);
struct IdentityName {
  IdentityKind kind = IdentityKind::kTelegram;
  std::string key;
};
[[nodiscard]] std::optional<IdentityName> ParseIdentityName(std::string_view name);

/// Returns the user for a response to this user: `sub`, `telegram` or null, `wallets`.
[[nodiscard]] boost::json::object UserJson(const SignedIn& state);

/// Adds the claims in `claims` about identities to a token. Of several Telegram accounts or
/// wallets, the token has the one with the latest proof.
void AddIdentities(const std::vector<Identity>& identities, const std::vector<std::string>& claims,
                   token::AccessToken& token);

/// Returns the problem for a missing step-up.
[[nodiscard]] Problem StepUpProblem(const StepUp& step_up);

/// Returns the names of the methods in an Amr set, such as `tg_init`.
[[nodiscard]] std::vector<std::string> MethodsOf(std::uint32_t amr);

}  // namespace prichal::signin
