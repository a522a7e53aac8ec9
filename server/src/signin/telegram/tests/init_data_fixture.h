#pragma once

#include <sodium.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "signin/telegram/init_data.h"

namespace prichal::signin::telegram::test {

/// For tests: a bot's token (not a real one), its ID, and the time of its launches.
inline constexpr std::string_view kToken = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";
inline constexpr std::int64_t kBotId = 7000000001;
inline constexpr std::chrono::seconds kMade{1790000000};

/// For tests: names and values of init data, not encoded.
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// For tests: a valid launch without its hash.
inline Pairs SomePairs() {
  return {{"auth_date", "1790000000"},
          {"query_id", "AAG"},
          {"start_param", "wheel"},
          {"user", R"({"id":99281932,"first_name":"A","username":"ivan_test"})"}};
}

/// Percent-encodes all characters except lower- and upper-case letters, digits and "_".
inline std::string Encode(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_') {
      out.push_back(c);
    } else {
      out += '%';
      out += HexEncode(std::array{static_cast<unsigned char>(c)});
    }
  }
  return out;
}

/// For tests: percent-encodes the pairs as a query.
inline std::string Query(const Pairs& pairs) {
  std::string query;
  for (const auto& [name, value] : pairs) {
    if (!query.empty()) query += "&";
    query += Encode(name) + "=" + Encode(value);
  }
  return query;
}

/// For tests: returns the check string: sorted "name=value" lines.
inline std::string Lines(const Pairs& pairs) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : pairs) lines.push_back(name + "=" + value);
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

/// For tests: HMAC-SHA256 as raw bytes.
inline std::string Hmac(std::string_view key, std::string_view message) {
  crypto_auth_hmacsha256_state state;
  std::string mac(32, '\0');
  const auto bytes = [](std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
  };
  crypto_auth_hmacsha256_init(&state, bytes(key), key.size());
  crypto_auth_hmacsha256_update(&state, bytes(message), message.size());
  crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(mac.data()));
  return mac;
}

/// For tests: the `hash` that Telegram computes for a check string, in hex.
inline std::string HashOf(std::string_view lines, std::string_view token = kToken) {
  const std::string mac = Hmac(Hmac("WebAppData", token), lines);
  return HexEncode(std::span(reinterpret_cast<const unsigned char*>(mac.data()), mac.size()));
}

/// For tests: signs as Telegram does, with the hash of all pairs at the end.
inline std::string Hashed(Pairs pairs, std::string_view token = kToken) {
  std::string hash = HashOf(Lines(pairs), token);
  pairs.emplace_back("hash", std::move(hash));
  return Query(pairs);
}

/// For tests: a checker for one bot, known by its token.
inline InitDataChecker Checker(InitDataPolicy policy = {}, std::string_view token = kToken) {
  std::vector<Bot> bots;
  bots.push_back(Bot::FromToken(token).value());
  return InitDataChecker(std::move(bots), std::move(policy));
}

/// For tests: a checker for one bot, known by its ID.
inline InitDataChecker IdChecker(std::vector<SignatureKey> keys, std::int64_t bot = kBotId,
                                 InitDataPolicy policy = {}) {
  policy.signature_keys = std::move(keys);
  std::vector<Bot> bots;
  bots.push_back(Bot::FromId(bot).value());
  return InitDataChecker(std::move(bots), std::move(policy));
}

/// For tests: returns "taken", or the name of the violated rule.
inline std::string Judge(const InitDataChecker& checker, std::string_view raw,
                         std::chrono::seconds now = kMade + std::chrono::minutes(1)) {
  const auto data = checker.Check(raw, now);
  return data ? "taken" : std::string(NameOf(data.error().rule));
}

}  // namespace prichal::signin::telegram::test
