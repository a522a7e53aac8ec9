#include "signin/ledger/valkey/renewal.h"

#include <optional>
#include <string>
#include <utility>

namespace prichal::auth {
namespace {

using valkey::Reply;

std::string TextOf(const RefreshToken::Hash& hash) { return {hash.begin(), hash.end()}; }

std::optional<RenewalAnswer> AnswerIn(const Reply& reply, const UserId& user) {
  using Outcome = RenewalAnswer::Status;
  const auto word = WordIn(reply);
  RenewalAnswer answer;
  if (word == "none") return answer;
  if (word == "renewed" || word == "repeated") {
    answer.outcome = word == "renewed" ? Outcome::kRenewed : Outcome::kRepeated;
    auto state = SignedInBy(ItemOf(reply, 1), ItemOf(reply, 2), user);
    if (!state) return std::nullopt;
    answer.state = *std::move(state);
    answer.sealed = ItemOf(reply, 3).text;
    return answer;
  }
  if (word != "reused" && word != "key") return std::nullopt;
  answer.outcome = word == "reused" ? Outcome::kReused : Outcome::kWrongKey;
  auto session = SessionIn(ItemOf(reply, 1), user);
  if (!session) return std::nullopt;
  answer.state.session = *std::move(session);
  return answer;
}

}  // namespace

void RenewSession(LedgerCommands& commands, Renewal request, Millis now,
                  Ledger::Done<RenewalAnswer> done) {
  const SessionId session = request.session;
  commands.FindSessionUser(session, [&commands, request = std::move(request), now,
                                     done = std::move(done)](
                                        Result<std::optional<UserId>, LedgerError> user) mutable {
    if (!user) return done(Fail(user.error()));
    if (!*user) return done(RenewalAnswer{});
    commands.WriteUser(
        "renew_session", **user, now,
        {request.session.text(), std::to_string(request.generation), TextOf(request.presented),
         TextOf(request.successor), std::move(request.sealed), std::move(request.jkt),
         std::to_string(request.lifetimes.idle.count()), std::to_string(request.grace.count())},
        [whose = **user, done = std::move(done)](const Result<Reply, LedgerError>& reply) mutable {
          if (!reply) return done(Fail(reply.error()));
          auto answer = AnswerIn(*reply, whose);
          if (!answer) return done(Fail(UnexpectedReply()));
          done(*std::move(answer));
        });
  });
}

}  // namespace prichal::auth
