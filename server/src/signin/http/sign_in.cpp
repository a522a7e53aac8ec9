#include "signin/http/sign_in.h"

#include <array>
#include <boost/json/value.hpp>

#include "base/json.h"
#include "signin/http/credential.h"
#include "signin/http/sessions.h"
#include "signin/ledger/step_up.h"
#include "signin/service/identities.h"

namespace prichal::signin {
namespace {

using Outcome = SignInAnswer::Status;

bool IsTrue(const boost::json::object& body, std::string_view name) {
  const boost::json::value* value = body.if_contains(name);
  return value != nullptr && *value == true;
}

Problem ProblemOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kInUse:
      return {.status = 409,
              .code = "identity_in_use",
              .detail = "another user has this identity; send \"merge\": true to merge both users"};
    case Outcome::kUnproven:
      return {.status = 403,
              .code = "step_up_required",
              .detail =
                  "a merge needs a proof of the other user's first identity of the last five "
                  "minutes, which init data is not; sign in with init data first, then prove the "
                  "other identity"};
    default:
      return {.status = 401,
              .code = "session_revoked",
              .detail = "the session of the other identity has ended; sign in again"};
  }
}

/// Returns the code of a success in responses and metrics. Empty for other outcomes.
std::string_view CodeOf(Outcome outcome) {
  static constexpr std::array<std::string_view, 4> kCodes{"created", "signed_in", "linked",
                                                          "merged"};
  const auto place = static_cast<std::size_t>(outcome);
  return place < kCodes.size() ? kCodes.at(place) : std::string_view();
}

}  // namespace

SignInRequest SignInRequest::Parse(std::string_view body) {
  SignInRequest request;
  auto object = ReadStrictObject(body);
  if (object) {
    request.proof = *std::move(object);
    request.link = IsTrue(request.proof, "link");
    request.merge = IsTrue(request.proof, "merge");
  } else {
    request.malformed = std::move(object.error());
  }
  return request;
}

bool SignIn::Enter(State from, State to) {
  if (state_ == from) {
    state_ = to;
    return true;
  }
  Refuse(UnavailableProblem());
  return false;
}

bool SignIn::Authorize(const http::Request& request) {
  const SentRequest sent = SentTo(loop(), request);
  const auto refuse = [this](const Problem& problem) {
    Refuse(problem);
    return false;
  };
  const auto credential = ReadCredential(loop(), request, sent);
  if (!credential) return refuse(credential.error());
  // Browsers send cookies without the page's consent, so linking by cookie requires `link`.
  if (*credential && ((*credential)->by_token || request_.link)) {
    request_.session = (*credential)->session;
    // ReadCredential() has verified the DPoP proof for this key.
    request_.key = (*credential)->key_thumbprint;
    return Enter(State::kReading, State::kAuthorized);
  }
  const auto shown = ReadDpop(loop(), request, sent, {});
  if (!shown) return refuse(shown.error());
  // Cookies cannot be bound to a key: browsers send them without a proof.
  if (!call_.cookies()) request_.key = *shown;
  if (request_.key.empty() && loop().options().dpop == "required") {
    return refuse(
        {.status = 400,
         .code = "dpop_required",
         .detail = "auth.dpop is required: send a DPoP proof and do not request cookies"});
  }
  return Enter(State::kReading, State::kAuthorized);
}

void SignIn::UseProof(const RefreshToken::Hash& digest, Millis expires, const std::string& mark,
                      bool allows_unmarked, Problem used, Next next) {
  loop().ledger().Claim(loop().index(), digest, mark, expires, loop().unix_time(),
                        [self = shared_from_this(), mark, allows_unmarked, used = std::move(used),
                         next = std::move(next)](Result<std::string, LedgerError> first) mutable {
                          if (!first) return self->Refuse(UnavailableProblem());
                          const bool is_same =
                              *first == mark || (allows_unmarked && first->empty());
                          if (!is_same) return self->RefuseProof(used);
                          if (self->Enter(State::kAuthorized, State::kUsed)) next();
                        });
}

void SignIn::Complete(Identity identity, std::uint32_t amr) {
  if (!Enter(State::kUsed, State::kStoring)) return;
  const AuthOptions& options = loop().options();
  const Identity proven = {
      .kind = identity.kind, .key = identity.key, .verified = identity.verified, .details = {}};
  const SessionId session = SessionId::New();
  std::string refresh = RefreshToken::New(session, 0, loop().keys().refresh_key());
  LedgerSignIn stored{
      .identity = std::move(identity),
      .amr = amr,
      .jkt = request_.key,
      .new_user = UserId::New(),
      .new_session = session,
      .refresh = RefreshToken::HashOf(refresh),
      .lifetimes = {.idle = options.refresh_idle, .absolute = options.refresh_absolute},
      .link_to = request_.session,
      .merge = request_.merge};
  loop().ledger().SignInOrLink(
      loop().index(), std::move(stored), loop().unix_time(),
      [self = shared_from_this(), proven, refresh = std::move(refresh)](const auto& answer) {
        if (!answer) return self->Refuse(UnavailableProblem());
        self->call_.events().SignedIn(self->call_.origin(), proven, *answer);
        self->Answer(*answer, refresh);
      });
}

void SignIn::Answer(const SignInAnswer& answer, const std::string& refresh_token) {
  if (answer.outcome == Outcome::kStepUp) {
    return Refuse(StepUpProblem(StepUp::ForChange(answer.state, loop().unix_time())));
  }
  const std::string_view code = CodeOf(answer.outcome);
  if (code.empty()) return Refuse(ProblemOf(answer.outcome));
  state_ = State::kAnswered;
  // After a link, the session keeps its refresh token.
  const bool begins = answer.outcome == Outcome::kCreated || answer.outcome == Outcome::kSignedIn;
  const std::string_view successor = begins ? std::string_view(refresh_token) : std::string_view();
  if (request_.return_to.empty()) {
    return AnswerWithTokens(call_, code, answer.state, successor,
                            {{"created", answer.outcome == Outcome::kCreated}});
  }
  call_.Redirect(code, request_.return_to,
                 begins ? SessionCookieLines(loop(), answer.state, successor) : std::string());
}

void SignIn::Refuse(const Problem& problem) {
  state_ = State::kAnswered;
  call_.Refuse(problem);
}

void SignIn::RefuseProof(const Problem& problem) {
  if (problem.status < 500) {
    loop().shared().limits.CountRefused(call_.client(), loop().loop().now().steady);
  }
  Refuse(problem);
}

}  // namespace prichal::signin
