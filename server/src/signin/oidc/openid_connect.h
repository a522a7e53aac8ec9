// The OpenID Connect client for Telegram: requests and responses, pending sign-ins, cached keys. No
// I/O of its own.

#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "outbound/https_client.h"
#include "outbound/transfer.h"
#include "signin/token/public_key.h"

namespace prichal::signin::oidc {

/// An OpenID Connect issuer that works as Telegram's does
/// (https://core.telegram.org/bots/telegram-login). Its paths are constants, not read from its
/// discovery document, so that no response decides where the client secret goes. A value; any
/// thread.
struct Provider {
  std::string issuer;      ///< an origin, such as https://oauth.telegram.org
  std::string client_id;   ///< the bot's id
  Millis timeout{10'000};  ///< of one request, connecting included

  /// Returns the request for the issuer's public keys.
  [[nodiscard]] outbound::Request KeysRequest() const;
  /// Returns the URL of the issuer's consent page (RFC 6749 section 4.1.1, RFC 7636 section 4.3).
  /// TokenRequest() needs the same `verifier`.
  [[nodiscard]] std::string AuthorizeUrl(std::string_view redirect_uri, std::string_view state,
                                         std::string_view verifier) const;
  /// Returns the request that exchanges a code (RFC 6749 section 4.1.3, client_secret_basic).
  [[nodiscard]] outbound::Request TokenRequest(std::string_view redirect_uri, std::string_view code,
                                               std::string_view verifier,
                                               std::string_view secret) const;
};

/// Why a code was not exchanged for an id token.
struct TokenFault {
  /// The code is invalid: used, expired, or issued for another request (`invalid_grant`).
  bool is_code = false;
  std::string words;  ///< safe to log and to show
};
/// Returns the id token of the token endpoint's response (OpenID Connect Core section 3.1.3.3),
/// unverified.
[[nodiscard]] Result<std::string, TokenFault> ReadTokenAnswer(const outbound::Response& answer);

/// Returns an error code (RFC 6749 sections 4.1.2.1 and 5.2) if it is safe to show: lower-case
/// letters and '_'. Empty otherwise, as an attacker may have written it.
[[nodiscard]] std::string_view ShownError(std::string_view code);

/// A pending sign-in: started by a browser, not yet answered by the issuer. The server keeps none
/// of it. It travels in an encrypted cookie (XChaCha20-Poly1305), so that a restarted server or
/// another instance can continue it. A value; any thread.
struct Attempt {
  static constexpr std::size_t kStateBytes = 16;
  using State = std::array<unsigned char, kStateBytes>;
  using Key = std::array<unsigned char, 32>;

  State state{};         ///< returned by the issuer; used once
  std::string verifier;  ///< of PKCE (RFC 7636 section 4.1), 43 characters
  Millis expires{0};     ///< unix time
  /// The session to link the identity to. Empty: a new session.
  std::string link_to = {};
  std::string return_to;  ///< absolute URL where the browser goes at the end

  /// Creates an attempt with a random state and verifier. `now`: Unix time.
  [[nodiscard]] static Attempt New(Millis now, Millis lifetime);
  /// Returns `state` as text for URLs: 22 characters of base64url.
  [[nodiscard]] std::string StateText() const;
  /// Returns whether `text` is the text of this state, in constant time.
  [[nodiscard]] bool IsState(std::string_view text) const;

  /// Returns the attempt, encrypted.
  [[nodiscard]] std::string Seal(const Key& key) const;
  /// Decrypts an attempt. Empty if it was not encrypted with this key, was changed, or has expired.
  [[nodiscard]] static std::optional<Attempt> Open(std::string_view sealed, const Key& key,
                                                   Millis now);
};

/// A cache of an issuer's keys. It fetches them when a caller needs them, once for all callers that
/// wait, and keeps the last good set when the issuer fails. One for each issuer. Any thread.
class KeySource {
 public:
  using Keys = std::shared_ptr<const token::JwkSet>;
  using Done = outbound::RequestGroup::Done;
  /// Fetches the key set and calls back once, on any thread.
  using Fetch = std::function<void(Done)>;
  /// Called when fetching begins to fail, with the reason, and when it works again, with "".
  using OnHealth = std::function<void(const std::string& reason)>;

  /// Shortest and longest time to keep a set, whatever the issuer says.
  static constexpr Millis kLeastAge{60'000};
  static constexpr Millis kMostAge{24 * 3'600'000};
  /// Time to keep a key set if the issuer sends no max-age.
  static constexpr Millis kUsualAge{3'600'000};
  /// Least time between two fetches.
  static constexpr Millis kPause{60'000};
  /// Most callers that wait for one fetch; more get the set that is cached.
  static constexpr std::size_t kMostWaiting = 512;

  KeySource(Fetch fetch, OnHealth on_health)
      : fetch_(std::move(fetch)), on_health_(std::move(on_health)) {}
  ~KeySource() = default;

  /// Finds the key set for a token whose header has this `kid` and `alg`. A set that has expired or
  /// lacks the key is fetched again first, at most once per kPause; if that fails, the last set is
  /// used. `done` gets null if no set was ever fetched. `now`: steady time. `done` is called once:
  /// at once, or on the fetching thread.
  void Find(std::string_view key_id, std::string_view algorithm, Millis now,
            UniqueFunction<void(Keys)> done);

 private:
  void OnAnswer(const outbound::Response& answer, Millis asked);

  const Fetch fetch_;
  const OnHealth on_health_;
  std::mutex mutex_;
  Keys keys_;
  Millis fresh_until_{0};
  Millis next_fetch_{0};
  bool is_fetching_ = false;
  bool is_healthy_ = true;
  std::vector<UniqueFunction<void(Keys)>> waiting_;
};

/// Returns the max-age of a Cache-Control header: the first if there are several, 0 for no-store
/// and no-cache. Empty if there is none that can be read.
[[nodiscard]] std::optional<std::chrono::seconds> MaxAgeOf(std::string_view cache_control);

}  // namespace prichal::signin::oidc
