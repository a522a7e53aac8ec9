#include "app/auth/identities.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "base/clock.h"
#include "ton/address.h"

namespace prichal::app {
namespace {

using auth::Identity;
using auth::IdentityKind;

constexpr std::string_view kTelegramPrefix = "telegram:";
constexpr std::string_view kTonPrefix = "ton:";

void AddText(boost::json::object& object, std::string_view name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

// Who has said what is known of an identity; the first letter of a line of its details.
constexpr char kByInitData = 'i';
constexpr char kByIdToken = 'o';
constexpr char kByWallet = 'w';

std::string Details(char source, const boost::json::object& details) {
  return source + boost::json::serialize(details);
}

/// Init data says all that Telegram tells of a person: what it has not is so no more. An id token
/// says less.
constexpr std::array<std::string_view, 7> kOfInitData{
    "first_name", "last_name", "name", "username", "language_code", "photo_url", "is_premium"};

/// They are our own: IdentityOf() has written them.
boost::json::object DetailsOf(const Identity& identity) {
  boost::json::object all;
  std::string_view rest = identity.details;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t source = line.starts_with('{') ? 0 : 1;
    boost::system::error_code error;
    boost::json::value said = boost::json::parse(line.substr(std::min(source, line.size())), error);
    if (!said.is_object()) continue;
    if (line.front() == kByInitData) {
      for (const std::string_view name : kOfInitData) all.erase(name);
    }
    for (auto& member : said.get_object()) all[member.key()] = std::move(member.value());
  }
  return all;
}

std::string TextIn(const boost::json::object& object, std::string_view name) {
  const boost::json::value* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::int64_t NumberIn(const boost::json::object& object, std::string_view name) {
  const boost::json::value* value = object.if_contains(name);
  return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

/// A number, or its digits as a text, as JSON of large ids often has them.
std::optional<std::int64_t> TelegramIdIn(const boost::json::object& claims) {
  constexpr std::int64_t kMost = (1LL << 52) - 1;  // the Bot API's promise
  const boost::json::value* value = claims.if_contains("id");
  if (value == nullptr) return std::nullopt;
  std::int64_t id = 0;
  if (value->is_int64()) {
    id = value->get_int64();
  } else if (value->is_string()) {
    const std::string_view text = value->get_string();
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc{} || stop != end || text != std::to_string(id)) return std::nullopt;
  }
  if (id <= 0 || id > kMost) return std::nullopt;
  return id;
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
      const std::string last = TextIn(details, "last_name");
      std::string name = TextIn(details, "first_name") + (last.empty() ? "" : " ") + last;
      if (name.empty()) name = TextIn(details, "name");  // an id token has it in one piece
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
  boost::json::object details{{"id", user.id}, {"bot", data.bot_id()}};
  AddText(details, "first_name", user.first_name);
  AddText(details, "last_name", user.last_name);
  AddText(details, "username", user.username);
  AddText(details, "language_code", user.language_code);
  AddText(details, "photo_url", user.photo_url);
  if (user.is_premium) details["is_premium"] = true;
  return {.kind = IdentityKind::kTelegram,
          .key = std::to_string(user.id),
          .verified = std::min(now, Millis(data.auth_date())),
          .details = Details(kByInitData, details)};
}

std::optional<Identity> IdentityOf(const token::Claims& claims, const std::string& client_id,
                                   Millis now) {
  const std::optional<std::int64_t> id = TelegramIdIn(claims.all);
  if (!id) return std::nullopt;
  boost::json::object details{{"id", *id}, {"bot", std::stoll(client_id)}};
  AddText(details, "name", TextIn(claims.all, "name"));
  AddText(details, "username", TextIn(claims.all, "preferred_username"));
  AddText(details, "photo_url", TextIn(claims.all, "picture"));
  return Identity{.kind = IdentityKind::kTelegram,
                  .key = std::to_string(*id),
                  .verified = std::min(now, Millis(claims.issued_at)),
                  .details = Details(kByIdToken, details)};
}

Identity IdentityOf(const ton::ProvenWallet& wallet, Millis now) {
  const std::string raw = ton::ToRaw(wallet.address);
  const std::string network = std::to_string(wallet.network);
  return {.kind = IdentityKind::kTon,
          .key = fmt::format("{}/{}", network, raw),
          .verified = std::min(now, Millis(std::chrono::seconds(wallet.timestamp))),
          .details = Details(kByWallet, {{"address", raw}, {"network", network}})};
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

boost::json::object UserJson(const auth::SignedIn& state) {
  boost::json::object user{{"sub", state.session.user.text()}, {"telegram", nullptr}};
  boost::json::array wallets;
  boost::json::array identities;
  const Identity* telegram = LatestOf(state.identities, IdentityKind::kTelegram);
  if (telegram != nullptr) user["telegram"] = DetailsOf(*telegram);
  for (const Identity& identity : state.identities) {
    identities.emplace_back(NameOf(identity.kind, identity.key));
    if (identity.kind != IdentityKind::kTon) continue;
    boost::json::object wallet = DetailsOf(identity);
    wallet["verified_at"] = SecondsOf(identity.verified).count();
    wallets.push_back(std::move(wallet));
  }
  user["wallets"] = std::move(wallets);
  user["identities"] = std::move(identities);
  return user;
}

void AddIdentities(const std::vector<Identity>& identities, const std::vector<std::string>& claims,
                   token::AccessToken& token) {
  if (const Identity* telegram = LatestOf(identities, IdentityKind::kTelegram)) {
    const boost::json::object details = DetailsOf(*telegram);
    const boost::json::value* premium = details.if_contains("is_premium");
    token.telegram = {.id = NumberIn(details, "id"),
                      .bot = NumberIn(details, "bot"),
                      .premium = premium != nullptr && *premium == true,
                      .language = TextIn(details, "language_code")};
    AddClaims(details, claims, token.more);
  }
  if (const Identity* wallet = LatestOf(identities, IdentityKind::kTon)) {
    const boost::json::object details = DetailsOf(*wallet);
    token.ton = {.address = TextIn(details, "address"),
                 .network = TextIn(details, "network"),
                 .verified_at = SecondsOf(wallet->verified)};
  }
}

Problem StepUpProblem(const auth::StepUp& step_up) {
  Problem problem{.status = 403,
                  .code = "step_up_required",
                  .detail =
                      "it takes a proof of the last five minutes: prove one of `present` again "
                      "with this session's token (POST /auth/telegram, /auth/ton), then repeat "
                      "this"};
  for (const Identity* identity : step_up.accepted) {
    problem.present.push_back(NameOf(identity->kind, identity->key));
  }
  return problem;
}

std::vector<std::string> MethodsOf(std::uint32_t amr) {
  std::vector<std::string> methods;
  if ((amr & auth::kInitData) != 0) methods.emplace_back("tg_init");
  if ((amr & auth::kOidc) != 0) methods.emplace_back("tg_oidc");
  if ((amr & auth::kTonProof) != 0) methods.emplace_back("ton_proof");
  return methods;
}

}  // namespace prichal::app
