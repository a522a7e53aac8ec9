#include "outbound/standard_webhook.h"

#include <fmt/format.h>
#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/utils.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>

#include "base/base64url.h"
#include "base/bytes.h"
#include "base/random.h"
#include "outbound/transfer.h"

namespace prichal::webhook {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kLeastBytes = 24;
constexpr std::size_t kMostBytes = 64;

/// Decodes base64 (RFC 4648 section 4) with or without padding. Empty if malformed.
std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.find_first_of("-_") != std::string_view::npos) return std::nullopt;
  if (text.size() % 4 == 0) {
    for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  }
  std::string url(text);
  std::replace(url.begin(), url.end(), '+', '-');
  std::replace(url.begin(), url.end(), '/', '_');
  auto bytes = Base64UrlDecode(url);
  Wipe(url);
  return bytes;
}

std::string EncodeBase64(std::span<const unsigned char> bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), kVariant);
  text.pop_back();  // the NUL
  return text;
}

std::int64_t Seconds(Millis time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

}  // namespace

Result<StandardSecrets, std::string> StandardSecrets::Parse(std::string_view text) {
  StandardSecrets secrets;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = curl::Trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    auto key = line.starts_with(kPrefix) ? DecodeBase64(line.substr(kPrefix.size())) : std::nullopt;
    if (!key || key->size() < kLeastBytes || key->size() > kMostBytes) {
      return Fail(
          fmt::format("line {} is no secret: whsec_ and the base64 of {} to {} bytes, as "
                      "echo whsec_$(openssl rand -base64 32) writes one",
                      number, kLeastBytes, kMostBytes));
    }
    if (secrets.keys_.size() == kMost) {
      return Fail(fmt::format("more than {} secrets: leave those that receivers know", kMost));
    }
    secrets.keys_.emplace_back(*key);
    Wipe(*key);
  }
  if (secrets.keys_.empty()) return Fail(std::string("there is no secret in it"));
  return secrets;
}

std::string StandardSecrets::SignatureOf(std::string_view id, Millis unix_time,
                                         std::string_view body) const {
  const std::string head = fmt::format("{}.{}.", id, Seconds(unix_time));
  std::string signatures;
  for (const SecretText& secret : keys_) {
    const std::string_view key = secret.view();
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> digest{};
    crypto_auth_hmacsha256_state state{};
    crypto_auth_hmacsha256_init(&state, BytesOf(key).data(), key.size());
    crypto_auth_hmacsha256_update(&state, BytesOf(head).data(), head.size());
    crypto_auth_hmacsha256_update(&state, BytesOf(body).data(), body.size());
    crypto_auth_hmacsha256_final(&state, digest.data());
    if (!signatures.empty()) signatures += ' ';
    signatures += fmt::format("v1,{}", EncodeBase64(digest));
  }
  return signatures;
}

std::vector<std::string> StandardSecrets::HeadersFor(std::string_view id, Millis unix_time,
                                                     std::string_view body) const {
  return {"Content-Type: application/json", fmt::format("webhook-id: {}", id),
          fmt::format("webhook-timestamp: {}", Seconds(unix_time)),
          fmt::format("webhook-signature: {}", SignatureOf(id, unix_time, body))};
}

std::string NewMessageId() { return fmt::format("msg_{}", NewRandomId()); }

}  // namespace prichal::webhook
