#include "signin/token/access_token.h"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>

#include "signin/token/jwt.h"

namespace prichal::signin::token {
namespace {

namespace json = boost::json;

constexpr std::string_view kType = "at+jwt";

constexpr std::array<std::string_view, 15> kOwn = {"iss", "sub", "aud", "client_id", "scope",
                                                   "jti", "iat", "exp", "auth_time", "amr",
                                                   "sid", "cnf", "tg",  "ton",       "nbf"};

bool IsOwn(std::string_view name) {
  return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
}

json::array List(const std::vector<std::string>& texts) {
  json::array list;
  for (const std::string& text : texts) list.emplace_back(text);
  return list;
}

json::object Write(const AccessToken& token) {
  json::object claims;
  claims["iss"] = token.issuer;
  claims["sub"] = token.subject;
  claims["aud"] = List(token.audience);
  claims["client_id"] = token.client_id;
  if (!token.scope.empty()) claims["scope"] = token.scope;
  claims["iat"] = token.issued_at.count();
  claims["exp"] = token.expires_at.count();
  claims["jti"] = token.id;
  claims["auth_time"] = token.auth_time.count();
  claims["amr"] = List(token.methods);
  claims["sid"] = token.session;
  if (!token.key_thumbprint.empty()) claims["cnf"] = {{"jkt", token.key_thumbprint}};
  if (token.telegram) {
    json::object telegram;
    telegram["id"] = token.telegram->id;
    telegram["bot"] = token.telegram->bot;
    telegram["prem"] = token.telegram->premium;
    if (!token.telegram->language.empty()) telegram["lang"] = token.telegram->language;
    claims["tg"] = std::move(telegram);
  }
  if (token.ton) {
    claims["ton"] = {{"a", token.ton->address},
                     {"n", token.ton->network},
                     {"t", token.ton->verified_at.count()}};
  }
  for (const auto& [name, value] : token.more) {
    if (!IsOwn({name.data(), name.size()})) claims[name] = value;
  }
  return claims;
}

/// Reads the named object, if present, with a separate ClaimReader.
template <typename Read>
std::optional<TokenRefusal> ReadPart(ClaimReader& claims, std::string_view name, Read read) {
  const json::object* part = claims.Object(name);
  if (part == nullptr) return std::nullopt;
  ClaimReader reader(*part);
  read(reader);
  return reader.refusal();
}

}  // namespace

std::string SignAccessToken(const AccessToken& token, const PrivateKey& key) {
  return SignJws(kType, json::serialize(Write(token)), key);
}

Result<AccessToken, TokenRefusal> VerifyAccessToken(std::string_view text, const JwkSet& keys,
                                                    std::string_view issuer,
                                                    std::string_view audience,
                                                    std::chrono::seconds now,
                                                    std::chrono::seconds leeway) {
  auto claims = VerifyJwt(
      text, keys, {.type = kType, .issuer = issuer, .audience = audience, .leeway = leeway}, now);
  if (!claims) return Fail(claims.error());

  ClaimReader reader(claims->all);
  AccessToken token;
  token.issuer = std::move(claims->issuer);
  token.subject = std::move(claims->subject);
  token.audience = std::move(claims->audience);
  token.issued_at = claims->issued_at;
  token.expires_at = claims->expires_at;
  token.id = reader.Text("jti");
  token.client_id = reader.Text("client_id");
  token.scope = reader.TextIfThere("scope");
  token.auth_time = reader.Time("auth_time");
  token.methods = reader.TextsIfThere("amr");
  token.session = reader.Text("sid");
  auto refusal =
      ReadPart(reader, "cnf", [&](ClaimReader& part) { token.key_thumbprint = part.Text("jkt"); });
  if (!refusal) {
    refusal = ReadPart(reader, "tg", [&](ClaimReader& part) {
      token.telegram = AccessToken::Telegram{.id = part.Number("id"),
                                             .bot = part.Number("bot"),
                                             .premium = part.Flag("prem"),
                                             .language = part.TextIfThere("lang")};
    });
  }
  if (!refusal) {
    refusal = ReadPart(reader, "ton", [&](ClaimReader& part) {
      token.ton = AccessToken::Ton{
          .address = part.Text("a"), .network = part.Text("n"), .verified_at = part.Time("t")};
    });
  }
  if (!refusal) refusal = reader.refusal();
  if (refusal) return Fail(*std::move(refusal));
  for (const auto& [name, value] : claims->all) {
    if (!IsOwn({name.data(), name.size()})) token.more[name] = value;
  }
  return token;
}

}  // namespace prichal::signin::token
