#include "signin/service/identities.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

#include "base/clock.h"
#include "base/encoding.h"
#include "base/json.h"
#include "signin/ton/address.h"

namespace prichal::signin {
namespace {

constexpr std::string_view kTelegramPrefix = "telegram:";
constexpr std::string_view kTonPrefix = "ton:";

void AddText(boost::json::object& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object[name] = text;
}

// Sources of Telegram details: keys of Details.
constexpr std::string_view kInitDataSource = "init_data";
constexpr std::string_view kIdTokenSource = "id_token";
/// The member with the time at which a source gave its object: Unix time in milliseconds.
constexpr std::string_view kGivenAt = "given_at";

Details DetailsBy(std::string_view source, boost::json::object details, Millis now) {
  details[kGivenAt] = now.count();
  return {{std::string(source), boost::json::serialize(details)}};
}

/// Init data has all details of the user, so members that it lacks are removed. An ID token has
/// fewer.
constexpr std::array<std::string_view, 7> kMembersOfInitData{
    "first_name", "last_name", "name", "username", "language_code", "photo_url", "is_premium"};

std::int64_t NumberIn(const boost::json::object& object, std::string_view name) {
  const boost::json::value* value = object.if_contains(name);
  return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

/// Merges the details of a Telegram account. If sources differ, the latest one wins.
boost::json::object TelegramDetails(const Identity& identity) {
  std::multimap<std::int64_t, std::pair<std::string_view, boost::json::object>> by_time;
  for (const auto& [source, text] : identity.details) {
    boost::system::error_code error;
    boost::json::value said = boost::json::parse(text, error);
    if (!said.is_object()) continue;
    const std::int64_t given_at = NumberIn(said.get_object(), kGivenAt);
    by_time.emplace(given_at, std::pair(std::string_view(source), std::move(said.get_object())));
  }
  boost::json::object all{{"id", ParseNumber<std::int64_t>(identity.key).value_or(0)}};
  for (auto& [given_at, said] : by_time) {
    auto& [source, members] = said;
    if (source == kInitDataSource) {
      for (const std::string_view name : kMembersOfInitData) all.erase(name);
    }
    for (auto& member : members) all[member.key()] = std::move(member.value());
  }
  all.erase(kGivenAt);
  return all;
}

/// Reads the claim `id`: a number, or its digits as a string, as in JSON with large IDs. Empty if
/// invalid.
std::optional<std::int64_t> TelegramIdIn(const boost::json::object& claims) {
  constexpr std::int64_t kMost = (1LL << 52) - 1;  // IDs have at most 52 bits (Bot API)
  const boost::json::value* value = claims.if_contains("id");
  if (value == nullptr) return std::nullopt;
  std::int64_t id = 0;
  if (value->is_int64()) {
    id = value->get_int64();
  } else if (value->is_string()) {
    const std::string_view text = value->get_string();
    id = ParseNumber<std::int64_t>(text).value_or(0);
    if (text != std::to_string(id)) return std::nullopt;
  }
  if (id <= 0 || id > kMost) return std::nullopt;
  return id;
}

/// The parts of a wallet's key.
struct Wallet {
  std::string_view network;
  std::string_view address;
};

Wallet WalletOf(const Identity& identity) {
  const std::string_view key = identity.key;
  const std::size_t slash = key.find('/');
  return {.network = key.substr(0, slash),
          .address = key.substr(std::min(slash, key.size() - 1) + 1)};
}

const Identity* LatestOf(const std::vector<Identity>& identities, IdentityKind kind) {
  const Identity* latest = nullptr;
  for (const Identity& identity : identities) {
    if (identity.kind != kind) continue;
    if (latest == nullptr || identity.verified > latest->verified) latest = &identity;
  }
  return latest;
}

void AddClaims(const boost::json::object& details, const std::vector<std::string>& claims,
               boost::json::object& more) {
  for (const std::string& claim : claims) {
    if (claim == "name") {
      const std::string_view last = TextIn(details, "last_name");
      std::string name(TextIn(details, "first_name"));
      name.append(last.empty() ? "" : " ").append(last);
      if (name.empty()) name = TextIn(details, "name");  // ID tokens have only the full name
      AddText(more, "name", name);
    } else if (claim == "username") {
      AddText(more, "preferred_username", TextIn(details, "username"));
    } else if (claim == "picture") {
      AddText(more, "picture", TextIn(details, "photo_url"));
    }
  }
}

}  // namespace

Identity IdentityOf(const telegram::InitData& data, Millis now) {
  const telegram::User& user = *data.user();
  boost::json::object details{{"bot", data.bot_id()}};
  AddText(details, "first_name", user.first_name);
  AddText(details, "last_name", user.last_name);
  AddText(details, "username", user.username);
  AddText(details, "language_code", user.language_code);
  AddText(details, "photo_url", user.photo_url);
  if (user.is_premium) details["is_premium"] = true;
  return {.kind = IdentityKind::kTelegram,
          .key = std::to_string(user.id),
          .verified = std::min(now, Millis(data.auth_date())),
          .details = DetailsBy(kInitDataSource, std::move(details), now)};
}

std::optional<Identity> IdentityOf(const token::Claims& claims, const std::string& client_id,
                                   Millis now) {
  const std::optional<std::int64_t> id = TelegramIdIn(claims.all);
  if (!id) return std::nullopt;
  boost::json::object details{{"bot", std::stoll(client_id)}};
  AddText(details, "name", TextIn(claims.all, "name"));
  AddText(details, "username", TextIn(claims.all, "preferred_username"));
  AddText(details, "photo_url", TextIn(claims.all, "picture"));
  return Identity{.kind = IdentityKind::kTelegram,
                  .key = std::to_string(*id),
                  .verified = std::min(now, Millis(claims.issued_at)),
                  .details = DetailsBy(kIdTokenSource, std::move(details), now)};
}

Identity IdentityOf(const ton::ProvenWallet& wallet, Millis now) {
  return {.kind = IdentityKind::kTon,
          .key = fmt::format("{}/{}", wallet.network, ton::ToRaw(wallet.address)),
          .verified = std::min(now, Millis(std::chrono::seconds(wallet.timestamp))),
          .details = {}};
}

std::string NameOf(IdentityKind kind, std::string_view key) {
  if (kind == IdentityKind::kTelegram) return fmt::format("{}{}", kTelegramPrefix, key);
  std::string name = fmt::format("{}{}", kTonPrefix, key);
  std::replace(name.begin(), name.end(), '/', ':');
  return name;
}

std::optional<IdentityName> ParseIdentityName(std::string_view name) {
  if (name.starts_with(kTelegramPrefix)) {
    return IdentityName{.kind = IdentityKind::kTelegram,
                        .key = std::string(name.substr(kTelegramPrefix.size()))};
  }
  if (!name.starts_with(kTonPrefix)) return std::nullopt;
  std::string key(name.substr(kTonPrefix.size()));
  const auto colon = key.find(':');
  if (colon == std::string::npos) return std::nullopt;
  key[colon] = '/';
  return IdentityName{.kind = IdentityKind::kTon, .key = std::move(key)};
}

boost::json::object UserJson(const SignedIn& state) {
  boost::json::object user{{"sub", state.session.user.text()}, {"telegram", nullptr}};
  boost::json::array wallets;
  boost::json::array identities;
  const Identity* telegram = LatestOf(state.identities, IdentityKind::kTelegram);
  if (telegram != nullptr) user["telegram"] = TelegramDetails(*telegram);
  for (const Identity& identity : state.identities) {
    identities.emplace_back(NameOf(identity.kind, identity.key));
    if (identity.kind != IdentityKind::kTon) continue;
    const Wallet wallet = WalletOf(identity);
    wallets.push_back({{"address", wallet.address},
                       {"network", wallet.network},
                       {"verified_at", SecondsOf(identity.verified).count()}});
  }
  user["wallets"] = std::move(wallets);
  user["identities"] = std::move(identities);
  return user;
}

void AddIdentities(const std::vector<Identity>& identities, const std::vector<std::string>& claims,
                   token::AccessToken& token) {
  if (const Identity* telegram = LatestOf(identities, IdentityKind::kTelegram)) {
    const boost::json::object details = TelegramDetails(*telegram);
    const boost::json::value* premium = details.if_contains("is_premium");
    token.telegram = {.id = NumberIn(details, "id"),
                      .bot = NumberIn(details, "bot"),
                      .premium = premium != nullptr && *premium == true,
                      .language = std::string(TextIn(details, "language_code"))};
    AddClaims(details, claims, token.more);
  }
  if (const Identity* wallet = LatestOf(identities, IdentityKind::kTon)) {
    const auto [network, address] = WalletOf(*wallet);
    token.ton = {.address = std::string(address),
                 .network = std::string(network),
                 .verified_at = SecondsOf(wallet->verified)};
  }
}

Problem StepUpProblem(const StepUp& step_up) {
  Problem problem{
      .status = 403,
      .code = "step_up_required",
      .detail =
          "this needs a proof of the last five minutes; prove one of `present` again with this "
          "session's token (POST /auth/telegram or /auth/ton), then repeat the request"};
  for (const Identity* identity : step_up.accepted) {
    problem.present.push_back(NameOf(identity->kind, identity->key));
  }
  return problem;
}

std::vector<std::string> MethodsOf(std::uint32_t amr) {
  std::vector<std::string> methods;
  if ((amr & kInitData) != 0) methods.emplace_back("tg_init");
  if ((amr & kOidc) != 0) methods.emplace_back("tg_oidc");
  if ((amr & kTonProof) != 0) methods.emplace_back("ton_proof");
  return methods;
}

}  // namespace prichal::signin
