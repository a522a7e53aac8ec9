#include "app/auth/ton_exchange.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "app/auth/credential.h"
#include "app/auth/exchange.h"
#include "app/auth/identities.h"
#include "auth/challenge.h"
#include "ton/proof.h"

namespace prichal::app {
namespace {

using auth::Challenge;
using ton::ProofRule;

constexpr std::chrono::seconds kMaxAhead{300};

Problem ProblemOf(const ton::ProofFault& fault) {
  const bool is_form = fault.rule == ProofRule::kRequest || fault.rule == ProofRule::kSupported;
  return {.status = is_form ? 400 : 401, .code = CodeOf(fault.rule), .detail = fault.words};
}

Problem ProblemOf(Challenge::Fault fault) {
  if (fault == Challenge::Fault::kExpired) {
    return {.status = 401,
            .code = "challenge_expired",
            .detail = "the challenge that was signed is too old: ask for a new one"};
  }
  return {.status = 401,
          .code = "challenge_foreign",
          .detail =
              "the payload that was signed is no challenge of ours for this page: ask for "
              "one at POST /auth/ton/challenge"};
}

Problem NoWalletsProblem() {
  return {.status = 404,
          .code = "not_configured",
          .detail = "wallets sign nobody in here: see auth.ton_domains"};
}

/// One that was given out for this key, or for whoever has it.
Result<Challenge, Challenge::Fault> OpenChallenge(const AuthLoop& loop, std::string_view text,
                                                  const std::string& jkt) {
  const Millis now = loop.unix_time();
  const auto& key = loop.keys().challenge_key();
  auto bound = Challenge::Open(text, key, jkt, now);
  if (bound || jkt.empty() || bound.error() == Challenge::Fault::kExpired) return bound;
  return Challenge::Open(text, key, {}, now);
}

/// The challenge is used up by now: nobody else comes to a signature with it.
void VerifyAndFinish(const Exchange& exchange, const ton::UnverifiedProof& proof) {
  const auto wallet = proof.Verify();
  if (!wallet) return RefuseProof(exchange.call, ProblemOf(wallet.error()));
  Finish(exchange, IdentityOf(*wallet, exchange.call.loop().unix_time()), auth::kTonProof);
}

/// Everything but the signature. `key`: what the account says; nothing: it was not asked.
Result<ton::UnverifiedProof, ton::ProofFault> Examine(const AuthLoop& loop,
                                                      const ton::ProofRequest& proof,
                                                      const std::optional<ton::AccountKey>& key) {
  const AuthOptions& options = loop.options();
  const ton::ProofRules rules{
      .domains = options.ton_domains,
      .networks = options.networks,
      .payload = [](std::string_view) { return true; },  // the challenge's MAC has said so
      .max_age = std::chrono::duration_cast<std::chrono::seconds>(options.ton_max_age),
      .max_ahead = kMaxAhead,
      // An account that is not deployed has not changed its key.
      .first_keys = key ? key->kind == ton::AccountKey::Kind::kNotDeployed
                        : options.ton_rotatable_keys == "initial"};
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(loop.unix_time());
  const bool is_told = key && key->kind == ton::AccountKey::Kind::kTold;
  return ton::ExamineProof(proof, rules, now, is_told ? std::optional(key->key) : std::nullopt);
}

/// True where the account's current key, asked from the chain, can settle the proof.
bool IsOfTheKey(const ton::ProofFault& fault, const ton::ProofRequest& proof) {
  return fault.rule == ton::ProofRule::kKeyProvable || fault.rule == ton::ProofRule::kWalletCode ||
         (fault.rule == ton::ProofRule::kStateInit && !proof.state_init);
}

void UseAndFinish(const Exchange& exchange, const Challenge& challenge,
                  const ton::UnverifiedProof& unverified) {
  AuthLoop& loop = exchange.call.loop();
  loop.ledger().UseChallenge(
      loop.index(), challenge.id, challenge.expires, loop.unix_time(),
      [exchange, unverified](auto is_first) {
        if (!is_first) return exchange.call.Refuse(UnavailableProblem());
        if (!*is_first) {
          return RefuseProof(exchange.call,
                             {.status = 409,
                              .code = "challenge_used",
                              .detail = "somebody has come with this challenge before: ask for a "
                                        "new one"});
        }
        exchange.call.loop().counters().CountUsedChallenge();
        VerifyAndFinish(exchange, unverified);
      });
}

}  // namespace

void GiveChallenge(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.options().ton_domains.empty()) return call.Refuse(NoWalletsProblem());
  const auto shown = ReadDpop(loop, request, SentTo(loop, request), {});
  if (!shown) return call.Refuse(shown.error());
  const Millis lifetime = loop.options().challenge_lifetime;
  const Challenge challenge = Challenge::New(loop.unix_time(), lifetime);
  const boost::json::object json{
      {"payload", challenge.Text(loop.keys().challenge_key(), shown->thumbprint)},
      {"expires_in", std::chrono::duration_cast<std::chrono::seconds>(lifetime).count()}};
  call.Answer("challenged", boost::json::serialize(json) + "\n");
}

void ExchangeTonProof(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  const AuthOptions& options = loop.options();
  if (options.ton_domains.empty()) return call.Refuse(NoWalletsProblem());
  const auto proof = ton::ParseProofRequest(request.body);
  if (!proof) return RefuseProof(call, ProblemOf(proof.error()));
  const auto exchange = ReadExchange(loop, request, call);
  if (!exchange) return call.Refuse(exchange.error());

  const auto challenge = OpenChallenge(loop, proof->payload, exchange->jkt);
  if (!challenge) return RefuseProof(call, ProblemOf(challenge.error()));
  auto examined = Examine(loop, *proof, std::nullopt);
  if (examined) return UseAndFinish(*exchange, *challenge, *examined);
  AccountKeys* const keys = loop.shared().account_keys.get();
  const auto parsed = ton::ParseAddress(proof->address);
  const bool can_ask = keys != nullptr && parsed && keys->Knows(proof->network);
  if (!can_ask || !IsOfTheKey(examined.error(), *proof)) {
    return RefuseProof(call, ProblemOf(examined.error()));
  }
  keys->Find(loop.loop(), parsed->address, proof->network,
             [exchange = *exchange, challenge = *challenge, proof = *proof](auto key) {
               if (!key) return RefuseProof(exchange.call, key.error());
               const auto again = Examine(exchange.call.loop(), proof, *key);
               if (!again) return RefuseProof(exchange.call, ProblemOf(again.error()));
               UseAndFinish(exchange, challenge, *again);
             });
}

}  // namespace prichal::app
