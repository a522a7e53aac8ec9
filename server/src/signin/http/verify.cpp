#include "signin/http/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/encoding.h"
#include "http/codec/header_fields.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "signin/http/credential.h"
#include "signin/http/sessions.h"
#include "signin/service/identities.h"

namespace prichal::signin {
namespace {

constexpr Millis kPassedTokenLifetime{60'000};

/// Creates a refusal. `lines`: CORS headers, because some proxies pass it on to the page.
http::Response Refusal(AuthLoop& loop, const Problem& problem, std::string_view lines) {
  loop.counters().Count(problem.code);
  return ResponseOf(problem, lines);
}

http::Response Judged(AuthLoop& loop, const VerifiedSession& session, const VerifyRules& rules,
                      std::string_view origin) {
  auto head = rules.Judge(session, loop.unix_time());
  if (!head) return Refusal(loop, head.error(), loop.shared().origins.LinesFor(origin));
  loop.counters().CountVerified();
  return {.status = 204, .head = *std::move(head), .body = nullptr};
}

VerifiedSession Verified(const AuthLoop& loop, const SignedIn& state) {
  MakeToken token;
  if (loop.options().pass_jwt) {
    token = [&loop](const SignedIn& shown) {
      return AccessTokenFor(loop, shown, TokenUse::kBackEnd, kPassedTokenLifetime);
    };
  }
  return MakeVerifiedSession(loop.options(), state, token);
}

}  // namespace

void Verify(AuthLoop& loop, const http::Request& request, http::ResponseWriter& writer) {
  const auto refuse = [&](const Problem& problem) {
    writer.Respond(Refusal(loop, problem, loop.shared().origins.LinesFor(request.origin)));
  };
  auto rules = VerifyRules::Parse(request.query, loop.options().ton_networks);
  if (!rules) return refuse(rules.error());
  const SentRequest sent = SentThroughProxy(loop, request, writer.peer().address);
  const auto credential = RequireCredential(loop, request, sent);
  if (!credential) return refuse(credential.error());
  const Time now = loop.loop().now();
  if (const auto* session = loop.sessions().Find(credential->session, now)) {
    return writer.Respond(Judged(loop, *session, *rules, request.origin));
  }
  loop.ledger().Find(loop.index(), credential->session, now.unix_time,
                     [&loop, session = credential->session, rules = *std::move(rules),
                      handle = writer.handle(), origin = std::string(request.origin)](auto found) {
                       const auto answer = [&](const http::Response& response) {
                         loop.loop().Respond(handle, response);
                       };
                       const std::string lines = loop.shared().origins.LinesFor(origin);
                       if (!found) return answer(Refusal(loop, UnavailableProblem(), lines));
                       if (!*found) return answer(Refusal(loop, RevokedProblem(), lines));
                       VerifiedSession verified = Verified(loop, **found);
                       answer(Judged(loop, verified, rules, origin));
                       loop.sessions().Insert(session, std::move(verified), loop.loop().now());
                     });
}

namespace {

/// Makes a client's text safe to show: at most 40 characters of printable ASCII, without quotes.
std::string Shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string shown(text.substr(0, kMost));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~' || c == '"'; }, '?');
  return shown;
}

auto Misused(std::string detail) {
  return Fail(Problem{.status = 400, .code = "parameter_invalid", .detail = std::move(detail)});
}

Result<void, Problem> ReadRequire(std::string_view value, VerifyRules& rules) {
  std::string_view list = value;
  std::string_view element;
  while (http::NextListElement(list, element)) {
    if (element == "telegram") {
      rules.telegram = true;
    } else if (element == "ton") {
      rules.ton = true;
    } else {
      return Misused(fmt::format("require=\"{}\" is invalid; use telegram, ton, or telegram,ton",
                                 Shown(value)));
    }
  }
  // A missing element can be a mistake of the operator.
  if (value.empty() || value.ends_with(',')) {
    return Misused("require is empty; use telegram, ton, or telegram,ton");
  }
  return {};
}

Result<void, Problem> ReadMaxAge(std::string_view value, VerifyRules& rules) {
  const auto seconds = ParseNumber<std::int64_t>(value);
  constexpr std::int64_t kMost = 365LL * 24 * 3600;
  if (!seconds || *seconds <= 0 || *seconds > kMost) {
    return Misused(
        fmt::format("max_age=\"{}\" is invalid; use seconds from 1 to {}", Shown(value), kMost));
  }
  rules.max_age = std::chrono::seconds(*seconds);
  return {};
}

Result<void, Problem> ReadNetwork(std::string_view value, VerifyRules& rules,
                                  const std::vector<std::string>& networks) {
  if (std::find(networks.begin(), networks.end(), value) == networks.end()) {
    return Misused(fmt::format("network=\"{}\" is not in auth.ton_networks", Shown(value)));
  }
  rules.network = value;
  return {};
}

Problem NotMet(std::string_view code, std::string detail) {
  return {.status = 403, .code = code, .detail = std::move(detail)};
}

}  // namespace

Result<VerifyRules, Problem> VerifyRules::Parse(std::string_view query,
                                                const std::vector<std::string>& networks) {
  VerifyRules rules;
  while (!query.empty()) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    const auto equals = pair.find('=');
    const std::string_view name = pair.substr(0, equals);
    const auto value = http::DecodeQueryComponent(
        equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1));
    if (!value) return Misused(fmt::format("{}: a broken %XX", Shown(name)));
    const bool is_there = (name == "require" && (rules.telegram || rules.ton)) ||
                          (name == "network" && !rules.network.empty()) ||
                          (name == "max_age" && rules.max_age);
    if (is_there) return Misused(fmt::format("{} is given twice", name));
    Result<void, Problem> read = {};
    if (name == "require") {
      read = ReadRequire(*value, rules);
    } else if (name == "network") {
      read = ReadNetwork(*value, rules, networks);
    } else if (name == "max_age") {
      read = ReadMaxAge(*value, rules);
    } else {
      read = Misused(
          fmt::format("unknown parameter \"{}\"; use require, network or max_age", Shown(name)));
    }
    if (!read) return Fail(read.error());
  }
  return rules;
}

Result<SharedBytes, Problem> VerifyRules::Judge(const VerifiedSession& session, Millis now) const {
  if (telegram && !session.has_telegram) {
    return Fail(NotMet("telegram_required", "this needs a sign-in with Telegram"));
  }
  if (ton && !session.has_ton()) {
    return Fail(
        NotMet("wallet_required", "this needs a TON wallet; sign in with one, or link one"));
  }
  const SharedBytes* head = session.HeadFor(network);
  if (head == nullptr) {
    return Fail(
        NotMet("network_required", fmt::format("this needs a wallet of the network {}", network)));
  }
  if (max_age && session.auth_time + *max_age < now) {
    return Fail(
        NotMet("proof_too_old",
               fmt::format("the latest proof of identity is more than {} s old; sign in again",
                           max_age->count())));
  }
  return *head;
}

namespace {

/// Excludes space and comma, because some servers split and join headers there.
bool IsPlain(char c) { return c > ' ' && c <= '~' && c != ','; }

std::string HeadOf(const AuthOptions& options, const SignedIn& state, const MakeToken& make_token) {
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

/// Returns the state with only this wallet. Other kinds of identities stay.
SignedIn WithWallet(const SignedIn& state, const Identity* wallet) {
  SignedIn one{.session = state.session, .identities = {}};
  for (const Identity& identity : state.identities) {
    if (identity.kind != IdentityKind::kTon || &identity == wallet) {
      one.identities.push_back(identity);
    }
  }
  return one;
}

}  // namespace

VerifiedSession MakeVerifiedSession(const AuthOptions& options, const SignedIn& state,
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

}  // namespace prichal::signin
