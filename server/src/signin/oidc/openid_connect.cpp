#include "signin/oidc/openid_connect.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/random.h"
#include "base/secret.h"
#include "http/codec/header_fields.h"

namespace prichal::signin::oidc {
namespace {

constexpr std::size_t kLongestError = 64;

/// Returns the text in application/x-www-form-urlencoded form; unreserved characters (RFC 3986
/// section 2.3) stay.
std::string Encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kUnreserved = "-._~";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                          (c >= 'a' && c <= 'z') || kUnreserved.find(c) != std::string_view::npos;
    if (is_plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
  return out;
}

/// Returns the PKCE challenge of a verifier (RFC 7636 section 4.2).
std::string ChallengeOf(std::string_view verifier) {
  return Base64UrlEncode(Sha256(BytesOf(verifier)));
}

std::string Base64(std::string_view text) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string out(sodium_base64_encoded_len(text.size(), kVariant), '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(text.data()),
                    text.size(), kVariant);
  out.pop_back();  // sodium's NUL terminator
  return out;
}

}  // namespace

std::string Provider::AuthorizeUrl(std::string_view redirect_uri, std::string_view state,
                                   std::string_view verifier) const {
  return fmt::format(
      "{}/auth?response_type=code&client_id={}&redirect_uri={}&scope=openid%20profile&state={}"
      "&code_challenge={}&code_challenge_method=S256",
      issuer, Encoded(client_id), Encoded(redirect_uri), Encoded(state), ChallengeOf(verifier));
}

outbound::Request Provider::KeysRequest() const {
  return outbound::ApiRequest(issuer + "/.well-known/jwks.json", timeout);
}

outbound::Request Provider::TokenRequest(std::string_view redirect_uri, std::string_view code,
                                         std::string_view verifier, std::string_view secret) const {
  // Both parts are form-encoded first (RFC 6749 section 2.3.1).
  std::string pair = fmt::format("{}:{}", Encoded(client_id), Encoded(secret));
  outbound::Request request = outbound::ApiRequest(issuer + "/token", timeout);
  request.method = "POST";
  request.lines.push_back(fmt::format("Authorization: Basic {}", Base64(pair)));
  request.body = fmt::format(
      "grant_type=authorization_code&code={}&redirect_uri={}&client_id={}"
      "&code_verifier={}",
      Encoded(code), Encoded(redirect_uri), Encoded(client_id), Encoded(verifier));
  Wipe(pair);
  return request;
}

Result<std::string, TokenFault> ReadTokenAnswer(const outbound::Response& answer) {
  if (!answer.came()) return Fail(TokenFault{.words = answer.words});
  const auto value = ReadStrictJson(answer.body);
  const auto* const object = value ? value->if_object() : nullptr;
  if (answer.status != 200) {
    const std::string_view shown = object != nullptr ? ShownError(TextIn(*object, "error")) : "";
    return Fail(TokenFault{
        .is_code = shown == "invalid_grant",
        .words = fmt::format("status {}{}{}", answer.status, shown.empty() ? "" : ", ", shown)});
  }
  if (!value) return Fail(TokenFault{.words = "the answer cannot be read: " + value.error()});
  std::string token(object != nullptr ? TextIn(*object, "id_token") : "");
  if (token.empty()) return Fail(TokenFault{.words = "the answer has no id_token"});
  return token;
}

std::string_view ShownError(std::string_view code) {
  const bool fits = code.size() <= kLongestError &&
                    std::all_of(code.begin(), code.end(),
                                [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  return fits ? code : std::string_view();
}

namespace {

/// Longest cookie that Seal() makes.
constexpr std::size_t kLongestText = 4'096;

}  // namespace

Attempt Attempt::New(Millis now, Millis lifetime) {
  Attempt attempt;
  FillRandom(attempt.state);
  std::array<unsigned char, 32> random{};
  FillRandom(random);
  attempt.verifier = Base64UrlEncode(random);
  attempt.expires = now + lifetime;
  return attempt;
}

std::string Attempt::StateText() const { return Base64UrlEncode(state); }

bool Attempt::IsState(std::string_view text) const {
  State other{};
  return Base64UrlDecode(text, other) && SameSecret(state, other);
}

std::string Attempt::Seal(const Key& key) const {
  const boost::json::object object{{"state", StateText()},
                                   {"verifier", verifier},
                                   {"expires", expires.count()},
                                   {"link_to", link_to},
                                   {"return_to", return_to}};
  return Base64UrlEncode(prichal::Seal(key, boost::json::serialize(object)));
}

std::optional<Attempt> Attempt::Open(std::string_view sealed, const Key& key, Millis now) {
  if (sealed.size() > kLongestText) return std::nullopt;
  const auto bytes = Base64UrlDecode(sealed);
  const auto opened = bytes ? OpenSealed(key, *bytes) : std::nullopt;
  const auto object = opened ? ReadStrictObject(*opened) : Fail(std::string());
  Attempt attempt;
  if (!object || !Base64UrlDecode(TextIn(*object, "state"), attempt.state)) return std::nullopt;
  attempt.verifier = TextIn(*object, "verifier");
  attempt.expires = Millis(object->at("expires").to_number<std::int64_t>());
  attempt.link_to = TextIn(*object, "link_to");
  attempt.return_to = TextIn(*object, "return_to");
  if (attempt.expires <= now) return std::nullopt;
  return attempt;
}

namespace {

constexpr std::int64_t kLongestAge = 365LL * 24 * 3600;

Result<KeySource::Keys, std::string> Read(const outbound::Response& answer) {
  if (!answer.came()) return Fail(answer.words);
  if (answer.status != 200) return Fail(fmt::format("status {}", answer.status));
  auto set = token::JwkSet::Read(answer.body);
  if (!set) return Fail(set.error());
  if (set->size() == 0) return Fail(std::string("the key set has no key that is known here"));
  return std::make_shared<const token::JwkSet>(*std::move(set));
}

/// Returns the max-age of the first Cache-Control header that has one.
std::optional<std::chrono::seconds> AgeOf(const outbound::Response& answer) {
  for (const auto& [name, value] : answer.headers) {
    const auto age = name == "cache-control" ? MaxAgeOf(value) : std::nullopt;
    if (age) return age;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::seconds> MaxAgeOf(std::string_view cache_control) {
  constexpr std::string_view kMaxAge = "max-age=";
  std::optional<std::chrono::seconds> age;
  std::string_view directive;
  while (http::NextListElement(cache_control, directive)) {
    directive = outbound::Trimmed(directive);
    if (http::SameToken(directive, "no-store") || http::SameToken(directive, "no-cache")) {
      return std::chrono::seconds(0);
    }
    if (age || !http::SameToken(directive.substr(0, kMaxAge.size()), kMaxAge)) continue;
    directive.remove_prefix(kMaxAge.size());
    const bool digits =
        !directive.empty() && std::all_of(directive.begin(), directive.end(),
                                          [](char c) { return c >= '0' && c <= '9'; });
    // A number that does not fit is longer than the longest age.
    const auto seconds = ParseNumber<std::int64_t>(directive).value_or(kLongestAge);
    if (digits) age = std::chrono::seconds(std::min(seconds, kLongestAge));
  }
  return age;
}

void KeySource::Find(std::string_view key_id, std::string_view algorithm, Millis now,
                     UniqueFunction<void(Keys)> done) {
  std::unique_lock lock(mutex_);
  const bool has_it = keys_ != nullptr && keys_->Find(key_id, algorithm) != nullptr;
  const bool is_enough = has_it && now < fresh_until_;
  const bool may_wait = is_fetching_ || now >= next_fetch_;
  if (is_enough || !may_wait || waiting_.size() >= kMostWaiting) {
    const Keys keys = keys_;
    lock.unlock();
    return done(keys);
  }
  waiting_.push_back(std::move(done));
  if (std::exchange(is_fetching_, true)) return;
  next_fetch_ = now + kPause;
  lock.unlock();
  fetch_([this, now](const outbound::Response& answer) { OnAnswer(answer, now); });
}

void KeySource::OnAnswer(const outbound::Response& answer, Millis asked) {
  auto read = Read(answer);
  std::vector<UniqueFunction<void(Keys)>> waiting;
  Keys keys;
  bool has_changed = false;
  {
    const std::lock_guard lock(mutex_);
    is_fetching_ = false;
    if (read) {
      const auto told = AgeOf(answer);
      const Millis age = told ? Millis(*told) : kUsualAge;
      keys_ = *read;
      fresh_until_ = asked + std::clamp(age, kLeastAge, kMostAge);
    }
    has_changed = std::exchange(is_healthy_, read.has_value()) != read.has_value();
    keys = keys_;
    waiting.swap(waiting_);
  }
  if (has_changed) on_health_(read ? std::string() : read.error());
  for (auto& done : waiting) done(keys);
}

}  // namespace prichal::signin::oidc
