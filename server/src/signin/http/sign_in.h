#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "base/json.h"
#include "base/random.h"
#include "base/unique_function.h"
#include "signin/http/credential.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"

namespace prichal::signin {

/// The parameters of a request to sign in.
struct SignInRequest {
  boost::json::object proof = {};  ///< members of the body; empty if it is not a JSON object
  std::string malformed = {};      ///< why the body could not be read; empty if it could
  bool link = false;               ///< links the identity to the session of the request
  bool merge = false;  ///< with `link`: merges the other user of the identity into this one
  /// The session to link to. Empty for a new session.
  std::optional<SessionId> session = {};
  /// Thumbprint of the DPoP key that the request has proven; a new session is bound to it. Empty if
  /// none.
  std::string key = {};
  /// Absolute URL to which the browser is redirected with its session. Empty for a JSON response.
  std::string return_to = {};

  /// Reads the body. SignIn::Authorize() sets the session and the key.
  [[nodiscard]] static SignInRequest Parse(std::string_view body);
  /// Returns a string member of the body. Empty if none.
  [[nodiscard]] std::string Text(std::string_view name) const {
    return std::string(TextIn(proof, name));
  }
};

/// One sign-in, from the request to its response. Every kind of proof uses it:
///
///   kReading --Authorize()--> kAuthorized --UseChallenge(), UseProof(), AllowReplay()--> kUsed
///   kUsed --Complete()--> kStoring --> kAnswered
///
/// Refuse() and RefuseProof() lead to kAnswered from any state. proof_sign_in.cpp and
/// telegram_sign_in.cpp verify the proofs. An identity is stored only in kUsed, so a proof cannot
/// be used twice.
///
/// Created with std::make_shared and kept alive by its pending callbacks. Used on the loop of its
/// request.
class SignIn final : public std::enable_shared_from_this<SignIn> {
 public:
  using Next = UniqueFunction<void()>;

  SignIn(AuthCall call, SignInRequest request)
      : call_(std::move(call)), request_(std::move(request)) {}
  SignIn(const SignIn&) = delete;
  SignIn& operator=(const SignIn&) = delete;
  ~SignIn() = default;

  [[nodiscard]] AuthLoop& loop() const { return call_.loop(); }
  [[nodiscard]] const SignInRequest& request() const { return request_; }

  /// Reads the session and the DPoP key of the request. Returns false if the request was refused.
  [[nodiscard]] bool Authorize(const http::Request& request);
  /// Skips Authorize(): for a browser that returns from Telegram. Its session was read before it
  /// left.
  void SetAuthorized() { (void)Enter(State::kReading, State::kAuthorized); }

  /// Records the use of a challenge, given by its random bytes, then calls `next`. Refuses with
  /// `used` if it was used before.
  void UseChallenge(std::span<const unsigned char> challenge, Millis expires, Problem used,
                    Next next) {
    UseProof(Sha256(challenge), expires, NewRandomId(), false, std::move(used), std::move(next));
  }
  /// Records the use of a proof without a challenge, then calls `next`. Refuses with `used` if the
  /// first use had another mark. With `allows_unmarked`, a first use with an empty mark allows all
  /// later ones.
  void UseProof(const RefreshToken::Hash& digest, Millis expires, const std::string& mark,
                bool allows_unmarked, Problem used, Next next);
  /// Skips the record of a use: for proofs that may be used any number of times.
  void AllowReplay() { (void)Enter(State::kAuthorized, State::kUsed); }

  /// Stores a verified identity and responds with a new session or with the linked one.
  void Complete(Identity identity, std::uint32_t amr);

  /// Responds with a problem.
  void Refuse(const Problem& problem);
  /// Refuses a proof. It counts twice against the client's rate limit unless the server failed
  /// (5xx).
  void RefuseProof(const Problem& problem);

 private:
  enum class State : std::uint8_t { kReading, kAuthorized, kUsed, kStoring, kAnswered };

  /// Returns false if a step is out of order; the request has then been refused.
  [[nodiscard]] bool Enter(State from, State to);
  void Answer(const SignInAnswer& answer, const std::string& refresh_token);

  AuthCall call_;
  SignInRequest request_;
  State state_ = State::kReading;
};

// Sign-in with a TON wallet. Each function answers its request on the request's loop.

/// POST /auth/ton/challenge: issues a challenge for a wallet to sign, bound to the DPoP key of the
/// request if it has one.
void IssueChallenge(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/ton: signs in with a wallet's proof over such a challenge.
void SignInWithTonProof(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/telegram: signs in with init data, sent as `Authorization: tma <init data>` or as
/// {"init_data": "<init data>"}. Answers the request on its loop.
void SignInWithInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call);

// Sign-in by Telegram's OpenID Connect: a redirect to Telegram and back, or an ID token that a page
// got from Telegram.Login. Each function answers its request on the request's loop.

/// GET /auth/telegram/start?rd=/x: redirects the browser to Telegram. The pending sign-in is in a
/// cookie. With `link=1` the account is linked to the request's session.
void BeginTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// GET /auth/telegram/callback: the return from Telegram with a code for an ID token, or with an
/// error. Redirects the browser to `rd` with a session or with the code of a problem. If the
/// browser has no cookie of this sign-in, `rd` is unknown and the response is the problem.
void EndTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/telegram/id-token: signs in with {"id_token", "nonce"}.
void SignInWithIdToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::signin
