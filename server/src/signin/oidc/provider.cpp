#include "signin/oidc/provider.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/base64url.h"
#include "base/secret.h"
#include "base/strict_json.h"

namespace prichal::oidc {
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
  out.pop_back();  // the NUL
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

curl::Request Provider::KeysRequest() const {
  return curl::ApiRequest(issuer + "/.well-known/jwks.json", timeout);
}

curl::Request Provider::TokenRequest(std::string_view redirect_uri, std::string_view code,
                                     std::string_view verifier, std::string_view secret) const {
  // Both parts are form-encoded first (RFC 6749 section 2.3.1).
  std::string pair = fmt::format("{}:{}", Encoded(client_id), Encoded(secret));
  curl::Request request = curl::ApiRequest(issuer + "/token", timeout);
  request.method = "POST";
  request.lines.push_back(fmt::format("Authorization: Basic {}", Base64(pair)));
  request.body = fmt::format(
      "grant_type=authorization_code&code={}&redirect_uri={}&client_id={}"
      "&code_verifier={}",
      Encoded(code), Encoded(redirect_uri), Encoded(client_id), Encoded(verifier));
  Wipe(pair);
  return request;
}

Result<std::string, TokenFault> ReadTokenAnswer(const curl::Response& answer) {
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

}  // namespace prichal::oidc
