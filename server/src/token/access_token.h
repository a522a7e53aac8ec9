#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "token/jwk_set.h"
#include "token/private_key.h"
#include "token/refusal.h"

namespace prichal::token {

/// What an access token of ours says: RFC 9068, RFC 9449 section 6, and who was proven in `tg` and
/// `ton`. Names and pictures are not in it, because tokens stand in logs.
struct AccessToken {
  struct Telegram {
    std::int64_t id = 0;
    std::int64_t bot = 0;
    bool premium = false;
    std::string language;  ///< empty: not told

    friend bool operator==(const Telegram&, const Telegram&) = default;
  };
  struct Ton {
    std::string address;                  ///< raw: "0:<hex>"
    std::string network;                  ///< global id: "-239"
    std::chrono::seconds verified_at{0};  ///< when the wallet has signed

    friend bool operator==(const Ton&, const Ton&) = default;
  };

  std::string issuer;
  std::string subject;
  std::vector<std::string> audience;
  std::string client_id;
  std::string scope;  ///< "account" or "identity", see app::TokenUse
  std::string id;     ///< `jti`
  std::chrono::seconds issued_at{0};
  std::chrono::seconds expires_at{0};
  std::chrono::seconds auth_time{0};  ///< when the visitor has last proven who he is
  std::vector<std::string> methods;   ///< `amr`: "tg_init", "ton_proof"
  std::string session;                ///< `sid`
  std::string key_thumbprint;         ///< `cnf.jkt`; empty: for whoever bears it
  std::optional<Telegram> telegram;
  std::optional<Ton> ton;
  /// Claims that an operator has asked for. One that is above is not written twice.
  boost::json::object more;
};

/// Signs it as `at+jwt`.
[[nodiscard]] std::string SignAccessToken(const AccessToken& token, const PrivateKey& key);

/// Verifies one of ours. `now`: since 1970; `leeway`: how far the clocks of our instances differ.
[[nodiscard]] Result<AccessToken, TokenRefusal> VerifyAccessToken(
    std::string_view text, const JwkSet& keys, std::string_view issuer, std::string_view audience,
    std::chrono::seconds now, std::chrono::seconds leeway = std::chrono::seconds(0));

}  // namespace prichal::token
