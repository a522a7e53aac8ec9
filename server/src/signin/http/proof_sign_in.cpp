#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "base/random.h"
#include "signin/http/credential.h"
#include "signin/http/sign_in.h"
#include "signin/ledger/challenge.h"
#include "signin/service/identities.h"
#include "signin/telegram/init_data.h"
#include "signin/ton/proof.h"

namespace prichal::signin {
namespace {

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
            .detail = "the signed challenge has expired; request a new one"};
  }
  return {.status = 401,
          .code = "challenge_foreign",
          .detail =
              "the signed payload is not a challenge of this server for this page; request one "
              "with POST /auth/ton/challenge"};
}

Problem NoWalletsProblem() {
  return {.status = 404,
          .code = "not_configured",
          .detail = "sign-in with TON wallets is off; set auth.ton_domains"};
}

/// Parses the proof in the body.
Result<ton::ProofRequest, ton::ProofFault> ReadProof(const SignInRequest& request) {
  if (request.malformed.empty()) return ton::ParseProofRequest(request.proof);
  return Fail(ton::ProofFault{.rule = ProofRule::kRequest,
                              .words = "the request is not a JSON object: " + request.malformed});
}

/// Verifies a challenge that is bound to this key, or to none.
Result<Challenge, Challenge::Fault> OpenChallenge(const AuthLoop& loop, std::string_view text,
                                                  const std::string& jkt) {
  const Millis now = loop.unix_time();
  const auto& key = loop.keys().challenge_key();
  auto bound = Challenge::Open(text, key, jkt, now);
  if (bound || jkt.empty() || bound.error() == Challenge::Fault::kExpired) return bound;
  return Challenge::Open(text, key, {}, now);
}

/// Checks everything except the signature. `key`: the account's current key on chain. Empty if it
/// was not looked up.
Result<ton::UnverifiedProof, ton::ProofFault> Examine(const AuthLoop& loop,
                                                      const ton::ProofRequest& proof,
                                                      const std::optional<ton::AccountKey>& key) {
  const AuthOptions& options = loop.options();
  const ton::ProofRules rules{
      .domains = options.ton_domains,
      .networks = options.networks,
      .payload = [](std::string_view) { return true; },  // its MAC has been verified
      .max_age = std::chrono::duration_cast<std::chrono::seconds>(options.ton_max_age),
      .max_ahead = kMaxAhead,
      // The key of an account that is not deployed cannot have changed.
      .first_keys = key ? key->kind == ton::AccountKey::Kind::kNotDeployed
                        : options.ton_rotatable_keys == "initial"};
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(loop.unix_time());
  const bool is_told = key && key->kind == ton::AccountKey::Kind::kTold;
  return ton::ExamineProof(proof, rules, now, is_told ? std::optional(key->key) : std::nullopt);
}

/// Returns whether the account's current key on chain can decide about the proof.
bool IsOfTheKey(const ton::ProofFault& fault, const ton::ProofRequest& proof) {
  return fault.rule == ton::ProofRule::kKeyProvable || fault.rule == ton::ProofRule::kWalletCode ||
         (fault.rule == ton::ProofRule::kStateInit && !proof.state_init);
}

/// Records the use of the challenge before the signature is verified, so that each challenge allows
/// one attempt.
void UseChallenge(const std::shared_ptr<SignIn>& sign_in, const Challenge& challenge,
                  const ton::UnverifiedProof& proof) {
  sign_in->UseChallenge(challenge.id, challenge.expires,
                        {.status = 409,
                         .code = "challenge_used",
                         .detail = "this challenge was already used; request a new one"},
                        [sign_in, proof] {
                          sign_in->loop().counters().CountUsedChallenge();
                          const auto wallet = proof.Verify();
                          if (!wallet) return sign_in->RefuseProof(ProblemOf(wallet.error()));
                          sign_in->Complete(IdentityOf(*wallet, sign_in->loop().unix_time()),
                                            kTonProof);
                        });
}

}  // namespace

void IssueChallenge(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.options().ton_domains.empty()) return call.Refuse(NoWalletsProblem());
  const auto shown = ReadDpop(loop, request, SentTo(loop, request), {});
  if (!shown) return call.Refuse(shown.error());
  const Millis lifetime = loop.options().challenge_lifetime;
  const Challenge challenge = Challenge::New(loop.unix_time(), lifetime);
  const boost::json::object json{
      {"payload", challenge.Text(loop.keys().challenge_key(), *shown)},
      {"expires_in", std::chrono::duration_cast<std::chrono::seconds>(lifetime).count()}};
  call.Answer("challenged", boost::json::serialize(json) + "\n");
}

void SignInWithTonProof(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.options().ton_domains.empty()) return call.Refuse(NoWalletsProblem());
  const auto sign_in = std::make_shared<SignIn>(call, SignInRequest::Parse(request.body));
  const auto refuse = [&](const auto& fault) { sign_in->RefuseProof(ProblemOf(fault)); };
  const auto proof = ReadProof(sign_in->request());
  if (!proof) return refuse(proof.error());
  if (!sign_in->Authorize(request)) return;

  const auto challenge = OpenChallenge(loop, proof->payload, sign_in->request().key);
  if (!challenge) return refuse(challenge.error());
  const auto examined = Examine(loop, *proof, std::nullopt);
  if (examined) return UseChallenge(sign_in, *challenge, *examined);
  AccountKeys* const keys = loop.shared().account_keys.get();
  const auto parsed = ton::ParseAddress(proof->address);
  const bool can_ask = keys != nullptr && parsed && keys->Knows(proof->network);
  if (!can_ask || !IsOfTheKey(examined.error(), *proof)) return refuse(examined.error());
  keys->Find(loop.loop(), parsed->address, proof->network,
             [sign_in, challenge = *challenge, proof = *proof](const auto& key) {
               if (!key) return sign_in->RefuseProof(key.error());
               const auto again = Examine(sign_in->loop(), proof, *key);
               if (!again) return sign_in->RefuseProof(ProblemOf(again.error()));
               UseChallenge(sign_in, challenge, *again);
             });
}

namespace {

using telegram::InitDataRule;

std::string_view CodeOf(InitDataRule rule) {
  switch (rule) {
    case InitDataRule::kExpired:
      return "init_data_expired";
    case InitDataRule::kFuture:
      return "init_data_future";
    case InitDataRule::kNotSigned:
    case InitDataRule::kHashAbsent:
    case InitDataRule::kHashMalformed:
    case InitDataRule::kSignatureMalformed:
      return "init_data_signature";
    case InitDataRule::kSignatureAbsent:
      return "init_data_signature_absent";
    case InitDataRule::kDuplicate:
      return "init_data_duplicate_key";
    default:
      return "init_data_malformed";
  }
}

bool IsForm(std::string_view code) {
  return code == "init_data_malformed" || code == "init_data_duplicate_key";
}

/// Returns the init data of the request, in the form of a query string. Empty if none.
std::string InitDataIn(const http::Request& request, const SignInRequest& body) {
  constexpr std::string_view kScheme = "tma ";
  if (!request.authorization.starts_with(kScheme)) return body.Text("init_data");
  return std::string(request.authorization.substr(kScheme.size()));
}

/// Signs in with init data if auth.telegram_replay allows its use.
void UseInitData(const std::shared_ptr<SignIn>& sign_in, const telegram::InitData& data) {
  const AuthLoop& loop = sign_in->loop();
  Identity identity = IdentityOf(data, loop.unix_time());
  const std::string& replay = loop.options().telegram_replay;
  if (replay == "allow") {
    sign_in->AllowReplay();
    return sign_in->Complete(std::move(identity), kInitData);
  }
  const bool once = replay == "once";
  Problem used{
      .status = 401,
      .code = once ? "init_data_used" : "init_data_bound",
      .detail =
          once ? "this init data was already used; open the mini app again"
               : "this init data is bound to the key of another page; open the mini app again"};
  // Init data whose first use had no key is bound to none.
  sign_in->UseProof(data.digest(), Millis(data.auth_date()) + loop.options().telegram_max_age,
                    once ? NewRandomId() : sign_in->request().key, !once, std::move(used),
                    [sign_in, identity = std::move(identity)]() mutable {
                      sign_in->Complete(std::move(identity), kInitData);
                    });
}

}  // namespace

void SignInWithInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.shared().init_data == nullptr) {
    return call.Refuse(
        {.status = 404,
         .code = "not_configured",
         .detail =
             "sign-in with init data is off; set auth.telegram_bots or auth.telegram_tokens_file"});
  }
  const auto sign_in = std::make_shared<SignIn>(call, SignInRequest::Parse(request.body));
  const std::string raw = InitDataIn(request, sign_in->request());
  if (raw.empty()) {
    return sign_in->RefuseProof({.status = 400,
                                 .code = "init_data_malformed",
                                 .detail = "missing init data; send Authorization: tma INITDATA, "
                                           "or {\"init_data\": \"INITDATA\"}"});
  }
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(loop.unix_time());
  const auto data = loop.shared().init_data->Check(raw, now);
  if (!data) {
    const std::string_view code = CodeOf(data.error().rule);
    return sign_in->RefuseProof(
        {.status = IsForm(code) ? 400 : 401, .code = code, .detail = data.error().words});
  }
  if (!data->user()) {
    return sign_in->RefuseProof(
        {.status = 401,
         .code = "init_data_without_user",
         .detail = "the init data has no user; open the mini app by its link or menu button"});
  }
  if (sign_in->Authorize(request)) UseInitData(sign_in, *data);
}

}  // namespace prichal::signin
