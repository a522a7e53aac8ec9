#include "signin/ledger/valkey/valkey_ledger.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "signin/ledger/valkey/names.h"
#include "signin/ledger/valkey/sign_in_steps.h"

namespace prichal::signin {
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

ValkeyLedger::ValkeyLedger(const ValkeyLedgerOptions& options) : options_(options) {}

ValkeyLedger::~ValkeyLedger() = default;

void ValkeyLedger::AddLoop(http::Outbound& loop, const MakeLedgerClient& make_client) {
  // One loop of each instance completes unfinished steps.
  const bool completes = loops_.empty();
  loops_.push_back(std::make_unique<LedgerLoop>(
      loop, make_client,
      LedgerLoop::Options{.durability = options_.durability,
                          .clock = options_.clock,
                          .complete_every = completes ? options_.complete_every : Millis(0),
                          .complete_after = options_.complete_after}));
}

void ValkeyLedger::Listen(std::uint32_t loop, RevocationListener& listener) {
  loops_.at(loop)->Listen(listener);
}

// Used proofs. An instance judges a proof and the expiry of its use by the same clock, so a use is
// remembered as long as the proof is valid. The server's clock only decides when the key is
// deleted, which is later.

void ValkeyLedger::Claim(std::uint32_t loop, const RefreshToken::Hash& bytes, std::string jkt,
                         Millis expires, Millis now, Done<std::string> done) {
  const Millis kept_for = std::max(Millis(0), expires - now) + options_.clocks_apart;
  On(loop).Write("use_once", UsedKey(TextOf(bytes)),
                 {std::to_string(now.count()), std::to_string(expires.count()), std::move(jkt),
                  std::to_string(kept_for.count())},
                 [done = std::move(done)](const Result<Reply, LedgerError>& reply) mutable {
                   if (!reply) return done(Fail(reply.error()));
                   if (reply->items.size() != 2) return done(Fail(UnexpectedReply()));
                   done(reply->items[1].text);
                 });
}

// Sessions.

void ValkeyLedger::SignInOrLink(std::uint32_t loop, LedgerSignIn request, Millis now,
                                Done<SignInAnswer> done) {
  if (request.link_to) return LinkIdentity(On(loop), std::move(request), now, std::move(done));
  BeginSession(On(loop), std::move(request), now, std::move(done));
}

void ValkeyLedger::Renew(std::uint32_t loop, Renewal request, Millis now,
                         Done<RenewalAnswer> done) {
  LedgerCommands& commands = On(loop);
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

void ValkeyLedger::Find(std::uint32_t loop, const SessionId& session, Millis now,
                        Done<std::optional<SignedIn>> done) {
  loops_.at(loop)->Find({session, std::nullopt}, now, std::move(done));
}

void ValkeyLedger::FindByRefresh(std::uint32_t loop, const SessionId& session,
                                 const RefreshToken::Hash& refresh, Millis now,
                                 Done<std::optional<SignedIn>> done) {
  loops_.at(loop)->Find({session, refresh}, now, std::move(done));
}

void ValkeyLedger::SessionsOf(std::uint32_t loop, const UserId& user, Millis now,
                              Done<std::vector<Session>> done) {
  On(loop).ReadUser(
      "list_sessions", user, now, {},
      [user, done = std::move(done)](const Result<Reply, LedgerError>& reply) mutable {
        if (!reply) return done(Fail(reply.error()));
        std::vector<Session> sessions;
        for (const Reply& item : reply->items) {
          auto session = SessionIn(item, user);
          if (!session) return done(Fail(UnexpectedReply()));
          sessions.push_back(*std::move(session));
        }
        std::sort(sessions.begin(), sessions.end(), [](const Session& a, const Session& b) {
          return std::tie(b.auth_time, a.id) < std::tie(a.auth_time, b.id);
        });
        done(std::move(sessions));
      });
}

void ValkeyLedger::End(std::uint32_t loop, const UserId& user, const SessionId& session, Millis now,
                       Done<bool> done) {
  On(loop).WriteUser("end_session", user, now, {session.text()},
                     [done = std::move(done)](const Result<Reply, LedgerError>& reply) mutable {
                       if (!reply) return done(Fail(reply.error()));
                       done(reply->integer == 1);
                     });
}

void ValkeyLedger::EndAll(std::uint32_t loop, const UserId& user, Millis now,
                          Done<std::vector<SessionId>> done) {
  On(loop).WriteUser("end_sessions", user, now, {},
                     [done = std::move(done)](const Result<Reply, LedgerError>& reply) mutable {
                       if (!reply) return done(Fail(reply.error()));
                       auto ended = SessionIdsIn(*reply);
                       if (!ended) return done(Fail(UnexpectedReply()));
                       done(*std::move(ended));
                     });
}

// Identities.

void ValkeyLedger::Unlink(std::uint32_t loop, const UserId& user, IdentityKind kind,
                          std::string key, Millis now, Done<UnlinkResult> done) {
  LedgerCommands& commands = On(loop);
  commands.WriteUser(
      "unlink_identity", user, now, {FieldOf(kind, key)},
      [&commands, user, now, done = std::move(done)](Result<Reply, LedgerError> reply) mutable {
        if (!reply) return done(Fail(reply.error()));
        const auto word = WordIn(*reply);
        if (word == "unknown") return done(UnlinkResult::kUnknown);
        if (word == "last") return done(UnlinkResult::kLast);
        if (word != "unlinked") return done(Fail(UnexpectedReply()));
        // The user no longer has the identity. If its release fails now, the next sign-in with it
        // retries.
        CompleteUser(commands, user, now,
                     [done = std::move(done)](const Result<void, LedgerError>& /*done*/) mutable {
                       done(UnlinkResult::kUnlinked);
                     });
      });
}

void ValkeyLedger::FindUser(std::uint32_t loop, IdentityKind kind, std::string key,
                            Done<std::optional<UserId>> done) {
  FindOwner(On(loop), kind, key, loops_.at(loop)->unix_time(), std::move(done));
}

void ValkeyLedger::Forget(std::uint32_t loop, const UserId& user, Millis now,
                          Done<std::vector<SessionId>> done) {
  LedgerCommands& commands = On(loop);
  commands.WriteUser(
      "forget_user", user, now, {},
      [&commands, user, now, done = std::move(done)](Result<Reply, LedgerError> reply) mutable {
        if (!reply) return done(Fail(reply.error()));
        auto ended = SessionIdsIn(*reply);
        if (!ended) return done(Fail(UnexpectedReply()));
        // Also for a user deleted earlier: completes pending work.
        CompleteUser(commands, user, now,
                     [ended = *std::move(ended),
                      done = std::move(done)](const Result<void, LedgerError>& all) mutable {
                       if (!all) return done(Fail(all.error()));
                       done(std::move(ended));
                     });
      });
}

}  // namespace prichal::signin
