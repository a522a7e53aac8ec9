#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/json.h"
#include "base/random.h"
#include "base/secret.h"
#include "http/codec/request.h"
#include "signin/http/cookies.h"
#include "signin/http/credential.h"
#include "signin/http/sign_in.h"
#include "signin/service/identities.h"

namespace prichal::signin {
namespace {

/// The time within which the user must sign in at Telegram.
constexpr Millis kLifetime{600'000};
constexpr std::size_t kLongestCode = 2'048;

Problem NoOidcProblem() {
  return {.status = 404,
          .code = "not_configured",
          .detail = "sign-in with Telegram's OpenID Connect is off; set auth.oidc_client_id"};
}

/// Returns why the redirect flow is unavailable. Empty if it is available. It needs cookies,
/// because tokens do not belong in a URL.
std::optional<Problem> Unready(const AuthLoop& loop) {
  const auto& oidc = loop.shared().oidc;
  if (oidc == nullptr) return NoOidcProblem();
  if (!oidc->has_secret()) {
    return Problem{.status = 404,
                   .code = "not_configured",
                   .detail =
                       "the redirect to Telegram is off; set auth.oidc_client_secret_file, or post "
                       "the ID token of Telegram.Login to /auth/telegram/id-token"};
  }
  if (loop.options().cookie == "off") {
    return Problem{.status = 404,
                   .code = "not_configured",
                   .detail =
                       "the redirect to Telegram needs cookies; set auth.cookie to lax, or post "
                       "the ID token of Telegram.Login to /auth/telegram/id-token"};
  }
  if (loop.options().dpop == "required") {
    return Problem{.status = 400,
                   .code = "dpop_required",
                   .detail =
                       "auth.dpop requires a key, which a redirect cannot send; post the ID token "
                       "of Telegram.Login to /auth/telegram/id-token"};
  }
  return std::nullopt;
}

/// Returns the session to link to. Empty for a new session. Only the site's own pages can request a
/// link.
Result<std::string, Problem> SessionToLink(AuthLoop& loop, const http::Request& request,
                                           bool links) {
  if (!links) return std::string();
  SentRequest sent = SentTo(loop, request);
  sent.is_safe = false;
  auto credential = RequireCredential(loop, request, sent);
  if (!credential) return Fail(credential.error());
  return credential->session.text();
}

Problem RefusedProblem(std::string_view error) {
  if (error == "access_denied") {
    return {.status = 403,
            .code = "oidc_denied",
            .detail = "the user cancelled the sign-in at Telegram"};
  }
  const std::string_view shown = oidc::ShownError(error);
  return {.status = 502,
          .code = "oidc_refused",
          .detail = fmt::format("Telegram rejected the sign-in{}{}; check auth.oidc_client_id and "
                                "the URLs registered with @BotFather under Login Widget",
                                shown.empty() ? "" : " with ", shown)};
}

/// Signs in the user of a verified ID token.
void Complete(SignIn& sign_in, const token::Claims& claims) {
  const AuthLoop& loop = sign_in.loop();
  auto identity = IdentityOf(claims, loop.options().oidc_client_id, loop.unix_time());
  if (!identity) {
    return sign_in.RefuseProof(
        {.status = 401,
         .code = "oidc_without_id",
         .detail = "the ID token has no claim \"id\"; request the scopes openid and profile"});
  }
  sign_in.Complete(*std::move(identity), kOidc);
}

/// Returns whether the ID token has this nonce, or none if `nonce` is empty.
bool HasNonce(const token::Claims& claims, const std::string& nonce) {
  const boost::json::value* value = claims.all.if_contains("nonce");
  if (value == nullptr) return nonce.empty();
  return value->is_string() &&
         SameSecret(prichal::BytesOf(TextIn(claims.all, "nonce")), prichal::BytesOf(nonce));
}

/// Signs in with an ID token from a page, which may have leaked. It is valid once, or any number of
/// times with the DPoP key of its first use.
void UseIdToken(const std::shared_ptr<SignIn>& sign_in, const std::string& id_token,
                token::Claims claims) {
  const std::string& key = sign_in->request().key;
  // Without the signature, which can have two valid forms.
  const auto digest = RefreshToken::HashOf(id_token.substr(0, id_token.rfind('.')));
  const Millis expires = Millis(claims.expires_at) + kTelegramLeeway;
  sign_in->UseProof(digest, expires, key.empty() ? NewRandomId() : key, false,
                    {.status = 401,
                     .code = "id_token_used",
                     .detail = "this ID token was already used; request a new one from Telegram"},
                    [sign_in, claims = std::move(claims)] { Complete(*sign_in, claims); });
}

/// The parameters that Telegram adds to the callback URL.
struct Reply {
  std::string state;
  std::string code;
  std::string error;
  std::string issuer;
};

Reply ReadReply(const http::Request& request) {
  const http::Query query(request.query);
  const auto text = [&](std::string_view name) {
    return std::string(query.First(name).value_or(""));
  };
  return {
      .state = text("state"), .code = text("code"), .error = text("error"), .issuer = text("iss")};
}

std::optional<Problem> ProblemOf(const Reply& reply, const std::string& issuer) {
  if (!reply.issuer.empty() && reply.issuer != issuer) {  // RFC 9207
    return Problem{
        .status = 401,
        .code = "oidc_issuer",
        .detail = "the answer comes from another issuer than " + issuer + "; sign in again"};
  }
  if (!reply.error.empty()) return RefusedProblem(reply.error);
  if (reply.code.empty() || reply.code.size() > kLongestCode) {
    return Problem{.status = 400,
                   .code = "oidc_malformed",
                   .detail = "Telegram returned no code; sign in again"};
  }
  return std::nullopt;
}

}  // namespace

void BeginTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (const auto problem = Unready(loop)) return call.Refuse(*problem);
  const http::Query query(request.query);
  auto return_to = ReturnAddress(query.First("rd").value_or("/"), loop.shared().origins);
  if (!return_to) {
    return call.Refuse({.status = 400,
                        .code = "rd_not_allowed",
                        .detail = "rd must be a path such as /account, or a URL of site.origin or "
                                  "auth.origins, of at most 512 characters"});
  }
  // Remove the error of an earlier sign-in.
  *return_to = WithSignInError(*return_to, {});
  auto link_to = SessionToLink(loop, request, query.First("link") == "1");
  if (!link_to) {
    AuthCall back = call;
    // The session may have ended unnoticed, so the user returns to the page. Requests of other
    // sites are not redirected.
    if (link_to.error().status == 401) back.RefuseTo(*return_to);
    return back.Refuse(link_to.error());
  }

  oidc::Attempt attempt = oidc::Attempt::New(loop.unix_time(), kLifetime);
  attempt.link_to = *std::move(link_to);
  attempt.return_to = *std::move(return_to);
  const TelegramOidc& oidc = *loop.shared().oidc;
  call.Redirect(
      "sent_to_telegram",
      oidc.provider().AuthorizeUrl(oidc.redirect_uri(), attempt.StateText(), attempt.verifier),
      AttemptCookieLine(PlaceForAttempt(loop, request), attempt.Seal(loop.attempt_key()),
                        kLifetime));
}

void EndTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (const auto problem = Unready(loop)) return call.Refuse(*problem);
  Reply reply = ReadReply(request);
  const auto found = FindAttempt(loop, request, reply.state);
  if (!found) {
    return std::make_shared<SignIn>(call, SignInRequest())
        ->RefuseProof({.status = 401,
                       .code = "oidc_state",
                       .detail = "this browser did not start this sign-in, or started it more than "
                                 "ten minutes ago; sign in again"});
  }
  const oidc::Attempt& attempt = found->attempt;
  AuthCall back = call;
  back.AddLines(NoAttemptCookieLine(found->place));
  back.RefuseTo(attempt.return_to);
  SignInRequest asked{.return_to = attempt.return_to};
  if (!attempt.link_to.empty()) asked.session = SessionId::Parse(attempt.link_to);
  const auto sign_in = std::make_shared<SignIn>(std::move(back), std::move(asked));
  sign_in->SetAuthorized();
  sign_in->UseChallenge(attempt.state, attempt.expires,
                        {.status = 409,
                         .code = "oidc_state_used",
                         .detail = "this sign-in is already complete; sign in again"},
                        [sign_in, reply = std::move(reply), verifier = attempt.verifier] {
                          const AuthLoop& here = sign_in->loop();
                          if (const auto problem = ProblemOf(reply, here.options().oidc_issuer)) {
                            // The page gets only a code, so log the reason for the operator.
                            if (problem->status >= 500) {
                              here.shared().log.Write(telemetry::Level::kWarn,
                                                      "sign-in at Telegram failed",
                                                      {{"reason", problem->detail}});
                            }
                            return sign_in->RefuseProof(*problem);
                          }
                          here.shared().oidc->Redeem(
                              here.loop(), reply.code, verifier, [sign_in](const auto& claims) {
                                if (!claims) return sign_in->RefuseProof(claims.error());
                                Complete(*sign_in, *claims);
                              });
                        });
}

void SignInWithIdToken(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.shared().oidc == nullptr) return call.Refuse(NoOidcProblem());
  const auto sign_in = std::make_shared<SignIn>(call, SignInRequest::Parse(request.body));
  std::string id_token = sign_in->request().Text("id_token");
  if (id_token.empty()) {
    return sign_in->RefuseProof({.status = 400,
                                 .code = "id_token_malformed",
                                 .detail = "missing ID token; send {\"id_token\": \"TOKEN\"}, with "
                                           "\"nonce\" if the page set one"});
  }
  if (!sign_in->Authorize(request)) return;
  loop.shared().oidc->Verify(loop.loop(), id_token, [sign_in, id_token](auto claims) {
    if (!claims) return sign_in->RefuseProof(claims.error());
    if (!HasNonce(*claims, sign_in->request().Text("nonce"))) {
      return sign_in->RefuseProof(
          {.status = 401,
           .code = "nonce_mismatch",
           .detail =
               "the ID token has another nonce; send the nonce that the page gave to Telegram"});
    }
    UseIdToken(sign_in, id_token, *std::move(claims));
  });
}

}  // namespace prichal::signin
