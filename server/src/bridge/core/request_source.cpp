#include "bridge/core/request_source.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <optional>

#include "base/hex.h"
#include "base/json_text.h"

namespace prichal::bridge {
namespace {

using PublicKey = std::array<unsigned char, crypto_box_PUBLICKEYBYTES>;

PublicKey KeyOf(const ClientId& id) {
  static_assert(ClientId::kLength == 2 * crypto_box_PUBLICKEYBYTES);
  PublicKey key{};
  const std::string_view hex = id.text();
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<unsigned char>(HexValue(hex[2 * i]) * 16 + HexValue(hex[2 * i + 1]));
  }
  return key;
}

std::string TextOf(const RequestSource& source, std::int64_t second) {
  std::string json = "{\"origin\":";
  AppendJsonString(json, source.origin);
  json += ",\"ip\":";
  AppendJsonString(json, source.ip.ToText());
  json += ",\"time\":\"" + std::to_string(second) + "\",\"user_agent\":";
  AppendJsonString(json, source.user_agent);
  json += '}';
  return json;
}

std::string_view BytesOf(const IpAddress& address) {
  const IpAddress::Bytes& bytes = address.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Nothing when the key is a point of small order.
std::optional<std::string> Box(const std::string& text, const PublicKey& key) {
  std::string box(crypto_box_SEALBYTES + text.size(), '\0');
  // The interface wants unsigned char.
  auto* const out = reinterpret_cast<unsigned char*>(box.data());
  const auto* const in = reinterpret_cast<const unsigned char*>(text.data());
  if (crypto_box_seal(out, in, text.size(), key.data()) != 0) return std::nullopt;

  std::string base64(sodium_base64_ENCODED_LEN(box.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(base64.data(), base64.size(), out, box.size(), sodium_base64_VARIANT_ORIGINAL);
  base64.pop_back();  // the NUL that is counted in the length
  return base64;
}

}  // namespace

std::size_t RequestSources::Hash::operator()(const Fingerprint& fingerprint) const {
  std::size_t value = 0;
  std::memcpy(&value, fingerprint.bytes().data(), sizeof(value));
  return value;
}

SharedBytes RequestSources::Seal(const RequestSource& source, const ClientId& to) {
  const std::int64_t second = source.unix_time / std::chrono::seconds(1);
  if (second != second_ || bytes_ > kMostBytes) {
    sealed_.clear();
    bytes_ = 0;
  }
  second_ = second;
  const Fingerprint fingerprint =
      fingerprints_.Compute({to.text(), source.origin, BytesOf(source.ip), source.user_agent});
  if (const auto found = sealed_.find(fingerprint); found != sealed_.end()) return found->second;

  auto box = Box(TextOf(source, second), KeyOf(to));
  if (!box) return nullptr;
  bytes_ += box->size();
  return sealed_.emplace(fingerprint, Share(*std::move(box))).first->second;
}

}  // namespace prichal::bridge
