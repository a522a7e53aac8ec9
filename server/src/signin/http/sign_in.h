#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/unique_function.h"
#include "signin/http/credential.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"

namespace prichal::app {

/// What a request to sign in asks for, read once.
struct SignInRequest {
  boost::json::object proof = {};  ///< the members of the body. Empty if it is not a JSON object
  std::string malformed = {};      ///< why the body could not be read. Empty if it could
  bool link = false;               ///< links the identity to the session of the request
  bool merge = false;  ///< with `link`: merges the user who has the identity into this one
  /// The session to link to. Empty if a new session begins.
  std::optional<auth::SessionId> session = {};
  /// Thumbprint of the DPoP key that the request has shown; a new session is bound to it. Empty if
  /// it has shown none.
  std::string key = {};
  /// Absolute address to which the browser is sent with its session. Empty if the response has it.
  std::string return_to = {};

  /// Reads the body. The session and the key are read by LedgerSignIn::Authorize().
  [[nodiscard]] static SignInRequest Parse(std::string_view body);
  /// A text of the body. Empty if it has none of this name.
  [[nodiscard]] std::string Text(std::string_view name) const;
};

/// One sign-in, from a request with a proof to its one response. All kinds of proofs go through it:
///
///   kReading --Authorize()--> kAuthorized --ConsumeChallenge(), UseProof(), AllowReplay()--> kUsed
///   kUsed --Complete()--> kStoring --> kAnswered
///
/// Refuse() and RefuseProof() go to kAnswered from any state. The functions that read a proof
/// (ton_exchange.h, telegram_exchange.h, telegram_sign_in.h) verify it before or after its use. An
/// identity is stored only in kUsed, so a proof cannot be used twice.
///
/// Made with std::make_shared, shared by the callbacks that it waits for, and used only on the loop
/// of its request.
class LedgerSignIn final : public std::enable_shared_from_this<LedgerSignIn> {
 public:
  using Next = UniqueFunction<void()>;

  LedgerSignIn(AuthCall call, SignInRequest request)
      : call_(std::move(call)), request_(std::move(request)) {}
  LedgerSignIn(const LedgerSignIn&) = delete;
  LedgerSignIn& operator=(const LedgerSignIn&) = delete;
  ~LedgerSignIn() = default;

  [[nodiscard]] AuthLoop& loop() const { return call_.loop(); }
  [[nodiscard]] const SignInRequest& request() const { return request_; }

  /// Reads the session and the key that the request shows. False if the request was refused.
  [[nodiscard]] bool Authorize(const http::Request& request);
  /// For a browser that comes back from Telegram: its session was read when it was sent there.
  void SetAuthorized() { (void)Enter(State::kReading, State::kAuthorized); }

  /// Uses up a challenge that the server gave out, then calls `next`. Refuses with `used` if it was
  /// used before.
  void UseChallenge(const auth::Ledger::Key& challenge, Millis expires, Problem used, Next next);
  /// Records the use of a proof without a challenge, then calls `next`. Refuses with `used` if the
  /// proof was first used with another mark; with `allows_unmarked`, a first use with an empty mark
  /// does not count.
  void UseProof(const auth::RefreshToken::Hash& digest, Millis expires, std::string mark,
                bool allows_unmarked, Problem used, Next next);
  /// For proofs that may be used any number of times.
  void AllowReplay() { (void)Enter(State::kAuthorized, State::kUsed); }

  /// Stores a proven identity, and responds with a new session or with a link.
  void Complete(auth::Identity identity, std::uint32_t amr);

  void Refuse(const Problem& problem);
  /// Refuses a proof, which counts twice against the address unless the server is at fault (5xx).
  void RefuseProof(const Problem& problem);

 private:
  enum class State : std::uint8_t { kReading, kAuthorized, kUsed, kStoring, kAnswered };

  /// False if a step comes out of order; the request was refused then.
  [[nodiscard]] bool Enter(State from, State to);
  void Answer(const auth::SignInAnswer& answer, const std::string& refresh_token);

  AuthCall call_;
  SignInRequest request_;
  State state_ = State::kReading;
};

// Sign-in with a TON wallet. These answer requests on their loop.

/// POST /auth/ton/challenge: gives out a challenge for a wallet to sign. If the request has a DPoP
/// proof, the challenge is bound to its key.
void IssueChallenge(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/ton: signs in with a wallet's proof over such a challenge.
void SignInWithTonProof(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/telegram: signs in with the init data of a launch of the mini app, sent as
/// `Authorization: tma <init data>` or as {"init_data": "<init data>"}. On the request's loop.
void SignInWithInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call);

// Sign-in by Telegram's OpenID Connect: a browser is sent to Telegram and comes back, or a page
// posts the id token that it has got from Telegram.Login. These answer requests on their loop.

/// GET /auth/telegram/start?rd=/x: sends the browser to Telegram, with the sign-in in a cookie.
/// With `link=1` the account is linked to the session of the request.
void BeginTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// GET /auth/telegram/callback: the browser comes back from Telegram with a code for an id token,
/// or with an error. It is sent on to `rd` with a session, or with the code of a problem. A browser
/// without the sign-in's state gets the problem itself, because its `rd` is unknown.
void EndTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/telegram/id-token: signs in with {"id_token", "nonce"}.
void SignInWithIdToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
