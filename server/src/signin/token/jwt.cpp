#include "signin/token/jwt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/encoding.h"
#include "base/json.h"
#include "http/codec/header_fields.h"

namespace prichal::signin::token {
namespace {

constexpr std::array<std::string_view, 17> kNames = {
    "size",      "form",      "header", "critical", "type",     "key",
    "algorithm", "signature", "claims", "issuer",   "audience", "expired",
    "not_yet",   "method",    "uri",    "binding",  "replay"};
static_assert(kNames.size() == static_cast<std::size_t>(TokenRule::kReplay) + 1);

}  // namespace

std::string_view NameOf(TokenRule rule) { return kNames.at(static_cast<std::size_t>(rule)); }

namespace {

namespace json = boost::json;

/// Returns false if the member is present but not a string.
bool ReadText(const json::object& object, std::string_view name, std::string& text) {
  text = TextIn(object, name);
  const json::value* value = object.if_contains(name);
  return value == nullptr || value->is_string();
}

}  // namespace

Result<UnverifiedJws, TokenRefusal> UnverifiedJws::Parse(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return Fail(Refuse(
        TokenRule::kSize,
        fmt::format("the token has {} bytes, at most {} are allowed", text.size(), kMaxBytes)));
  }
  const std::size_t first = text.find('.');
  const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  if (second == std::string_view::npos || text.find('.', second + 1) != std::string_view::npos) {
    return Fail(Refuse(TokenRule::kForm,
                       "malformed token: expected three base64url parts separated by dots"));
  }
  auto jws = ReadHeader(text.substr(0, first));
  if (!jws) return jws;
  auto payload = Base64UrlDecode(text.substr(first + 1, second - first - 1));
  auto signature = Base64UrlDecode(text.substr(second + 1));
  if (!payload || !signature || signature->empty()) {
    return Fail(Refuse(TokenRule::kForm, "malformed token: a part is empty or not base64url"));
  }
  jws->signed_ = text.substr(0, second);
  jws->payload_ = *std::move(payload);
  jws->signature_ = *std::move(signature);
  return jws;
}

Result<UnverifiedJws, TokenRefusal> UnverifiedJws::ReadHeader(std::string_view text) {
  const auto bytes = Base64UrlDecode(text);
  if (!bytes) return Fail(Refuse(TokenRule::kForm, "malformed token: the header is not base64url"));
  auto header = ReadStrictObject(*bytes);
  if (!header) {
    return Fail(
        Refuse(TokenRule::kHeader, fmt::format("malformed token header: {}", header.error())));
  }
  UnverifiedJws jws;
  jws.header_ = *std::move(header);
  if (jws.header_.contains("crit") || jws.header_.contains("b64")) {
    return Fail(Refuse(
        TokenRule::kCritical,
        "the token's header requires an extension (\"crit\", \"b64\"), which is not supported"));
  }
  if (!ReadText(jws.header_, "alg", jws.algorithm_) || !ReadText(jws.header_, "typ", jws.type_) ||
      !ReadText(jws.header_, "kid", jws.key_id_) || jws.algorithm_.empty()) {
    return Fail(Refuse(TokenRule::kHeader,
                       "the token's header has no \"alg\", or an \"alg\", \"typ\" or \"kid\" that "
                       "is not a string"));
  }
  return jws;
}

bool UnverifiedJws::IsOfType(std::string_view type) const {
  constexpr std::string_view kPrefix = "application/";
  std::string_view media_type = type_;
  if (media_type.size() > kPrefix.size() &&
      http::SameToken(media_type.substr(0, kPrefix.size()), kPrefix)) {
    media_type.remove_prefix(kPrefix.size());
  }
  return http::SameToken(media_type, type);
}

Result<std::string, TokenRefusal> UnverifiedJws::Verify(const PublicKey& key) const {
  if (algorithm_ != NameOf(key.algorithm())) {
    return Fail(Refuse(TokenRule::kAlgorithm,
                       fmt::format("the token's \"alg\" is not {}, the algorithm of its key",
                                   NameOf(key.algorithm()))));
  }
  if (!key.Verify(signed_, signature_)) {
    return Fail(Refuse(TokenRule::kSignature,
                       "wrong signature: the token was changed, or signed with another key"));
  }
  return payload_;
}

std::string SignJws(std::string_view type, std::string_view payload, const PrivateKey& key) {
  std::string header = fmt::format(R"({{"alg":"{}","kid":"{}","typ":)", NameOf(key.algorithm()),
                                   key.public_key().thumbprint());
  AppendJsonString(header, type);
  header.push_back('}');
  std::string text = Base64UrlEncode(header) + "." + Base64UrlEncode(payload);
  const std::string signature = key.Sign(text);
  return text + "." + Base64UrlEncode(signature);
}

namespace {

bool HasType(const UnverifiedJws& jws, std::string_view expected_type) {
  if (!expected_type.empty()) return jws.IsOfType(expected_type);
  return jws.type().empty() || jws.IsOfType("JWT");
}

std::optional<TokenRefusal> CheckTime(const Claims& claims,
                                      const std::optional<std::chrono::seconds>& not_before,
                                      std::chrono::seconds leeway, std::chrono::seconds now) {
  if (now >= claims.expires_at + leeway) {
    return Refuse(TokenRule::kExpired, fmt::format("the token expired {} s ago; request a new one",
                                                   (now - claims.expires_at).count()));
  }
  const auto from = std::max(claims.issued_at, not_before.value_or(claims.issued_at));
  if (from > now + leeway) {
    return Refuse(
        TokenRule::kNotYet,
        fmt::format(
            "the token is valid only in {} s; check the clocks of the issuer and this machine",
            (from - now).count()));
  }
  return std::nullopt;
}

}  // namespace

Result<Claims, TokenRefusal> VerifyJwt(std::string_view text, const JwkSet& keys,
                                       const JwtRules& rules, std::chrono::seconds now) {
  const auto jws = UnverifiedJws::Parse(text);
  if (!jws) return Fail(jws.error());
  if (!HasType(*jws, rules.type)) {
    return Fail(Refuse(TokenRule::kType, fmt::format("the token's \"typ\" is not {}",
                                                     rules.type.empty() ? "JWT" : rules.type)));
  }
  const PublicKey* key = keys.Find(jws->key_id(), jws->algorithm());
  if (key == nullptr) {
    return Fail(Refuse(TokenRule::kKey,
                       "the issuer has no key with the token's \"kid\" and \"alg\"; it is another "
                       "issuer's token, or the key was retired"));
  }
  const auto payload = jws->Verify(*key);
  if (!payload) return Fail(payload.error());
  auto object = ReadStrictObject(*payload);
  if (!object) {
    return Fail(
        Refuse(TokenRule::kClaims, fmt::format("malformed token claims: {}", object.error())));
  }

  Claims claims;
  claims.all = *std::move(object);
  ClaimReader reader(claims.all);
  claims.issuer = reader.Text("iss");
  claims.subject = reader.Text("sub");
  claims.audience = reader.Texts("aud");
  claims.expires_at = reader.Time("exp");
  claims.issued_at = reader.Time("iat");
  claims.id = reader.TextIfThere("jti");
  const auto not_before = reader.TimeIfThere("nbf");
  if (reader.refusal()) return Fail(*reader.refusal());
  if (claims.issuer != rules.issuer) {
    return Fail(
        Refuse(TokenRule::kIssuer, fmt::format("the token's issuer is not {}", rules.issuer)));
  }
  if (std::find(claims.audience.begin(), claims.audience.end(), rules.audience) ==
      claims.audience.end()) {
    return Fail(Refuse(TokenRule::kAudience,
                       fmt::format("the token's audience is not {}", rules.audience)));
  }
  if (auto refusal = CheckTime(claims, not_before, rules.leeway, now)) {
    return Fail(*std::move(refusal));
  }
  return claims;
}

namespace json = boost::json;

std::optional<TokenRefusal> ClaimReader::refusal() const {
  if (fault().empty()) return std::nullopt;
  return token::Refuse(TokenRule::kClaims, "the token's " + fault());
}

std::string ClaimReader::Text(std::string_view name) {
  std::string text = TextIfThere(name);
  if (text.empty()) Refuse(name, "missing or empty");
  return text;
}

std::chrono::seconds ClaimReader::Time(std::string_view name) {
  constexpr std::int64_t kLast = 999'999'999'999;
  const std::int64_t seconds = Number(name);
  if (seconds < 0 || seconds > kLast) {
    Refuse(name, "no time");
    return {};
  }
  return std::chrono::seconds(seconds);
}

std::optional<std::chrono::seconds> ClaimReader::TimeIfThere(std::string_view name) {
  if (Find(name) == nullptr) return std::nullopt;
  return Time(name);
}

std::vector<std::string> ClaimReader::Texts(std::string_view name) {
  auto texts = TextsIfThere(name);
  if (texts.empty()) Refuse(name, "missing or empty");
  return texts;
}

std::vector<std::string> ClaimReader::TextsIfThere(std::string_view name) {
  constexpr std::size_t kMost = 16;
  const json::value* value = Find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {Text(name)};
  const json::array* list = value->if_array();
  std::vector<std::string> texts;
  if (list == nullptr || list->size() > kMost) {
    Refuse(name, "not a string or a list of up to 16");
    return texts;
  }
  for (const json::value& each : *list) {
    const json::string* text = each.if_string();
    if (text == nullptr) {
      Refuse(name, "a list with items that are not strings");
      return {};
    }
    texts.emplace_back(text->data(), text->size());
  }
  return texts;
}

const json::object* ClaimReader::Object(std::string_view name) {
  const json::value* value = Find(name);
  if (value == nullptr) return nullptr;
  if (!value->is_object()) Refuse(name, "not an object");
  return value->if_object();
}

}  // namespace prichal::signin::token
