#include "signin/oidc/openid_connect.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <utility>

#include "base/encoding.h"
#include "base/json.h"
#include "base/random.h"
#include "base/secret.h"

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
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(verifier.data()),
                     verifier.size());
  return Base64UrlEncode(hash);
}

std::string Base64(std::string_view text) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string out(sodium_base64_encoded_len(text.size(), kVariant), '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(text.data()),
                    text.size(), kVariant);
  out.pop_back();  // sodium's NUL terminator
  return out;
}

std::string TextIn(const boost::json::value& value, std::string_view name) {
  const boost::json::object* object = value.if_object();
  const boost::json::value* member = object == nullptr ? nullptr : object->if_contains(name);
  return member != nullptr && member->is_string() ? std::string(member->get_string())
                                                  : std::string();
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
  if (answer.status != 200) {
    const std::string error = value ? TextIn(*value, "error") : std::string();
    const std::string_view shown = ShownError(error);
    return Fail(TokenFault{
        .is_code = shown == "invalid_grant",
        .words = fmt::format("status {}{}{}", answer.status, shown.empty() ? "" : ", ", shown)});
  }
  if (!value) return Fail(TokenFault{.words = "the answer cannot be read: " + value.error()});
  std::string token = TextIn(*value, "id_token");
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

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t kVerifier = 43;
constexpr std::size_t kTime = 8;
/// Bytes before `link_to`: state, expiry, verifier and the length of `link_to`.
constexpr std::size_t kFixed = Attempt::kStateBytes + kTime + kVerifier + 1;
/// Longest cookie that Seal() makes.
constexpr std::size_t kLongestText = 4'096;

const unsigned char* Bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

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
  std::string plain(reinterpret_cast<const char*>(state.data()), state.size());
  const auto time = static_cast<std::uint64_t>(expires.count());
  for (std::size_t i = 0; i < kTime; ++i) {
    plain += static_cast<char>(static_cast<unsigned char>(time >> (8 * (kTime - 1 - i))));
  }
  plain += verifier;
  plain += static_cast<char>(static_cast<unsigned char>(link_to.size()));
  plain += link_to;
  plain += return_to;
  std::string sealed(kNonce + plain.size() + kTag, '\0');
  FillRandom(std::span(Bytes(sealed), kNonce));
  crypto_aead_xchacha20poly1305_ietf_encrypt(Bytes(sealed) + kNonce, nullptr, Bytes(plain),
                                             plain.size(), nullptr, 0, nullptr, Bytes(sealed),
                                             key.data());
  return Base64UrlEncode(sealed);
}

std::optional<Attempt> Attempt::Open(std::string_view sealed, const Key& key, Millis now) {
  if (sealed.size() > kLongestText) return std::nullopt;
  const auto bytes = Base64UrlDecode(sealed);
  if (!bytes || bytes->size() < kNonce + kFixed + kTag) return std::nullopt;
  std::string plain(bytes->size() - kNonce - kTag, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(Bytes(plain), nullptr, nullptr,
                                                 Bytes(*bytes) + kNonce, bytes->size() - kNonce,
                                                 nullptr, 0, Bytes(*bytes), key.data()) != 0) {
    return std::nullopt;
  }
  Attempt attempt;
  std::copy_n(plain.begin(), kStateBytes, attempt.state.begin());
  std::uint64_t time = 0;
  for (std::size_t i = 0; i < kTime; ++i) {
    time = time << 8U | static_cast<unsigned char>(plain[kStateBytes + i]);
  }
  attempt.expires = Millis(static_cast<std::int64_t>(time));
  attempt.verifier = plain.substr(kStateBytes + kTime, kVerifier);
  const std::size_t link = static_cast<unsigned char>(plain[kFixed - 1]);
  if (plain.size() < kFixed + link || attempt.expires <= now) return std::nullopt;
  attempt.link_to = plain.substr(kFixed, link);
  attempt.return_to = plain.substr(kFixed + link);
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
  std::string lower(cache_control);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  constexpr std::string_view kMaxAge = "max-age=";
  std::optional<std::chrono::seconds> age;
  std::string_view rest = lower;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(','), rest.size());
    std::string_view directive = outbound::Trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (directive == "no-store" || directive == "no-cache") return std::chrono::seconds(0);
    if (age || !directive.starts_with(kMaxAge)) continue;
    directive.remove_prefix(kMaxAge.size());
    std::int64_t seconds = 0;
    const auto* last = directive.data() + directive.size();
    const auto [stop, error] = std::from_chars(directive.data(), last, seconds);
    if (directive.empty() || stop != last || seconds < 0) continue;
    if (error == std::errc::result_out_of_range) seconds = kLongestAge;
    if (error != std::errc{} && error != std::errc::result_out_of_range) continue;
    age = std::chrono::seconds(std::min(seconds, kLongestAge));
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
