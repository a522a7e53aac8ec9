#include "app/auth/id_token_exchange.h"

#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <utility>

#include "app/auth/identities.h"
#include "base/bytes.h"
#include "base/random.h"
#include "base/secret.h"
#include "base/strict_json.h"

namespace prichal::app {
namespace {

/// An id token is good for so much longer than it says: what clocks may differ by.

struct Posted {
  std::string id_token;
  std::string nonce;
};

Posted ReadPosted(const http::Request& request) {
  Posted posted;
  const auto body = ReadStrictJson(request.body);
  if (!body || !body->is_object()) return posted;
  const auto text = [&](std::string_view name) {
    const boost::json::value* value = body->get_object().if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string())
                                                  : std::string();
  };
  return {.id_token = text("id_token"), .nonce = text("nonce")};
}

/// A token that was asked for with a nonce comes with it, and one that was not has none.
bool HasNonce(const token::Claims& claims, const std::string& nonce) {
  const boost::json::value* value = claims.all.if_contains("nonce");
  if (value == nullptr) return nonce.empty();
  if (!value->is_string()) return false;
  const std::string_view there = value->get_string();
  return there.size() == nonce.size() && SameSecret(BytesOf(there), BytesOf(nonce));
}

/// A token that was read on its way is nobody else's: it is taken once, or, where it came with a
/// key, from that key again.
void ClaimAndFinish(const Exchange& exchange, const std::string& id_token, token::Claims claims) {
  AuthLoop& loop = exchange.call.loop();
  // What is signed: of a signature there may be two forms.
  const auto digest = auth::RefreshToken::HashOf(id_token.substr(0, id_token.rfind('.')));
  const std::string mark = exchange.jkt.empty() ? NewRandomId() : exchange.jkt;
  const Millis expires = Millis(claims.expires_at) + kTelegramLeeway;
  loop.ledger().Claim(loop.index(), digest, mark, expires, loop.unix_time(),
                      [exchange, claims = std::move(claims), mark](auto first) {
                        if (!first) return exchange.call.Refuse(UnavailableProblem());
                        if (*first == mark) return FinishWithClaims(exchange, claims);
                        RefuseProof(exchange.call,
                                    {.status = 401,
                                     .code = "id_token_used",
                                     .detail = "somebody has signed in with this id token before: "
                                               "ask Telegram for a new one"});
                      });
}

}  // namespace

Problem NoOidcProblem() {
  return {.status = 404,
          .code = "not_configured",
          .detail = "nobody signs in by Telegram's OpenID Connect here: see auth.oidc_client_id"};
}

void FinishWithClaims(const Exchange& exchange, const token::Claims& claims) {
  const AuthLoop& loop = exchange.call.loop();
  auto identity = IdentityOf(claims, loop.options().oidc_client_id, loop.unix_time());
  if (!identity) {
    return RefuseProof(exchange.call,
                       {.status = 401,
                        .code = "oidc_without_id",
                        .detail = "Telegram does not say who this is: its id token has no claim "
                                  "\"id\", so ask for the scope profile beside openid"});
  }
  Finish(exchange, *std::move(identity), auth::kOidc);
}

void ExchangeIdToken(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.shared().oidc == nullptr) return call.Refuse(NoOidcProblem());
  Posted posted = ReadPosted(request);
  if (posted.id_token.empty()) {
    return RefuseProof(call, {.status = 400,
                              .code = "id_token_malformed",
                              .detail = "there is no id token: send {\"id_token\": \"TOKEN\"}, "
                                        "with \"nonce\" where the page has given Telegram one"});
  }
  auto exchange = ReadExchange(loop, request, call);
  if (!exchange) return call.Refuse(exchange.error());
  std::string id_token = posted.id_token;
  loop.shared().oidc->Verify(
      loop.loop(), std::move(id_token),
      [exchange = *std::move(exchange), posted = std::move(posted)](auto claims) mutable {
        if (!claims) return RefuseProof(exchange.call, claims.error());
        if (!HasNonce(*claims, posted.nonce)) {
          return RefuseProof(exchange.call,
                             {.status = 401,
                              .code = "nonce_mismatch",
                              .detail = "the id token was made for another nonce than the "
                                        "page's: send the one that Telegram was given"});
        }
        ClaimAndFinish(exchange, posted.id_token, *std::move(claims));
      });
}

}  // namespace prichal::app
