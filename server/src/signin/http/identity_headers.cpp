#include "signin/http/identity_headers.h"

#include <fmt/format.h>

#include <algorithm>

#include "signin/service/identities.h"
#include "http/codec/response_builder.h"

namespace prichal::app {
namespace {

using auth::Identity;
using auth::IdentityKind;

/// No space and no comma either: some servers join and split headers there.
bool IsPlain(char c) { return c > ' ' && c <= '~' && c != ','; }

std::string HeadOf(const AuthOptions& options, const auth::SignedIn& state,
                   const MakeToken& make_token) {
  token::AccessToken token_claims;
  AddIdentities(state.identities, {"username"}, token_claims);
  std::string username;
  if (const auto* name = token_claims.more.if_contains("preferred_username"); name != nullptr) {
    username = name->get_string();
  }
  http::ResponseBuilder builder(204);
  builder.Header("Cache-Control", "no-store");
  const std::string_view prefix = options.headers == "remote" ? "Remote" : "X-Auth-Request";
  const auto add = [&](std::string_view name, std::string_view value) {
    const bool plain = std::all_of(value.begin(), value.end(), IsPlain);
    builder.Header(fmt::format("{}-{}", prefix, name), plain ? value : std::string_view());
  };
  add("User", state.session.user.text());
  add("Telegram-Id",
      token_claims.telegram ? std::to_string(token_claims.telegram->id) : std::string());
  add("Username", username);
  add("Ton-Address", token_claims.ton ? token_claims.ton->address : std::string());
  add("Ton-Network", token_claims.ton ? token_claims.ton->network : std::string());
  add("Session", state.session.id.text());
  if (make_token) builder.Header("Authorization", fmt::format("Bearer {}", make_token(state)));
  return *builder.Empty().head;
}

/// The state with one wallet: the one of this place.
auth::SignedIn WithWallet(const auth::SignedIn& state, const Identity* wallet) {
  auth::SignedIn one{.session = state.session, .identities = {}};
  for (const Identity& identity : state.identities) {
    if (identity.kind != IdentityKind::kTon || &identity == wallet) {
      one.identities.push_back(identity);
    }
  }
  return one;
}

}  // namespace

VerifiedSession MakeVerifiedSession(const AuthOptions& options, const auth::SignedIn& state,
                                    const MakeToken& token) {
  VerifiedSession made;
  made.user = state.session.user;
  made.auth_time = state.session.auth_time;
  made.over = std::min(state.session.expires, state.session.ends);
  std::vector<const Identity*> wallets;
  for (const Identity& identity : state.identities) {
    if (identity.kind == IdentityKind::kTelegram) made.has_telegram = true;
    if (identity.kind == IdentityKind::kTon) wallets.push_back(&identity);
  }
  std::stable_sort(wallets.begin(), wallets.end(),
                   [](const Identity* a, const Identity* b) { return a->verified > b->verified; });
  for (const Identity* wallet : wallets) {
    // `-239/0:83df…`
    std::string network = wallet->key.substr(0, wallet->key.find('/'));
    if (!made.answers.empty() && made.HeadFor(network) != nullptr) continue;
    made.answers.push_back({.network = std::move(network),
                            .head = Share(HeadOf(options, WithWallet(state, wallet), token))});
  }
  if (made.answers.empty()) {
    made.answers.push_back({.network = {}, .head = Share(HeadOf(options, state, token))});
  }
  return made;
}

}  // namespace prichal::app
