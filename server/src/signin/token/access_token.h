#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/token/jwt.h"
#include "signin/token/private_key.h"
#include "signin/token/public_key.h"

namespace prichal::signin::token {

/// Content of an access token of this server: RFC 9068, RFC 9449 section 6, and the proven Telegram
/// user and TON wallet in `tg` and `ton`. Names and pictures are omitted, because tokens can appear
/// in logs. A value type.
struct AccessToken {
  struct Telegram {
    std::int64_t id = 0;
    std::int64_t bot = 0;
    bool premium = false;
    std::string language;  ///< empty if unknown

    friend bool operator==(const Telegram&, const Telegram&) = default;
  };
  struct Ton {
    std::string address;                  ///< raw form: "0:<hex>"
    std::string network;                  ///< global ID: "-239"
    std::chrono::seconds verified_at{0};  ///< when the wallet signed

    friend bool operator==(const Ton&, const Ton&) = default;
  };

  std::string issuer;
  std::string subject;
  std::vector<std::string> audience;
  std::string client_id;
  std::string scope;  ///< "account" or "identity", see signin::TokenUse
  std::string id;     ///< `jti`
  std::chrono::seconds issued_at{0};
  std::chrono::seconds expires_at{0};
  std::chrono::seconds auth_time{0};  ///< when the user last proved their identity
  std::vector<std::string> methods;   ///< `amr`: "tg_init", "ton_proof"
  std::string session;                ///< `sid`
  std::string key_thumbprint;         ///< `cnf.jkt`. Empty for a bearer token
  std::optional<Telegram> telegram;
  std::optional<Ton> ton;
  /// Additional claims that the operator configured. A claim that has a member above is ignored
  /// here.
  boost::json::object more;
};

/// Signs the token as a JWT of type `at+jwt`. Any thread.
[[nodiscard]] std::string SignAccessToken(const AccessToken& token, const PrivateKey& key);

/// Verifies an access token of this issuer. `now`: seconds since 1970. `leeway`: maximum clock
/// difference between instances. Any thread.
[[nodiscard]] Result<AccessToken, TokenRefusal> VerifyAccessToken(
    std::string_view text, const JwkSet& keys, std::string_view issuer, std::string_view audience,
    std::chrono::seconds now, std::chrono::seconds leeway = std::chrono::seconds(0));

}  // namespace prichal::signin::token
