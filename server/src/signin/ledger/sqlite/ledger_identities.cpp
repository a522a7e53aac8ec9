// The functions of LedgerDatabase that read and change users and their identities.

#include <algorithm>
#include <utility>

#include "signin/ledger/sqlite/ledger_database.h"
#include "signin/ledger/step_up.h"

namespace prichal::signin {

std::optional<UserId> LedgerDatabase::FindUser(IdentityKind kind, std::string_view key) {
  owner_.Bind(1, static_cast<std::int64_t>(kind)).BindBytes(2, key);
  if (!Next(owner_)) return std::nullopt;
  auto user = UserId::FromBytes(owner_.Bytes(0));
  owner_.Reset();
  return user;
}

std::vector<Identity> LedgerDatabase::IdentitiesOf(const UserId& user) {
  std::vector<Identity> identities;
  identities_of_.BindBytes(1, user.bytes());
  while (Next(identities_of_)) {
    identities.push_back({.kind = static_cast<IdentityKind>(identities_of_.Number(0)),
                          .key = std::string(identities_of_.Bytes(1)),
                          .verified = Millis(identities_of_.Number(2)),
                          .linked = Millis(identities_of_.Number(4)),
                          .details = DetailsIn(identities_of_.Bytes(3))});
  }
  return identities;
}

void LedgerDatabase::KeepIdentity(const Identity& identity, const UserId& user, Millis linked) {
  Run(keep_identity_.Bind(1, static_cast<std::int64_t>(identity.kind))
          .BindBytes(2, identity.key)
          .BindBytes(3, user.bytes())
          .Bind(4, identity.verified.count())
          .BindBytes(5, TextOf(identity.details))
          .Bind(6, linked.count()));
}

SignInAnswer LedgerDatabase::SignInOrLink(const LedgerSignIn& request, Millis now) {
  auto owner = FindUser(request.identity.kind, request.identity.key);
  return request.link_to ? Link(request, owner, now) : BeginSession(request, owner, now);
}

SignInAnswer LedgerDatabase::BeginSession(const LedgerSignIn& request, std::optional<UserId> user,
                                          Millis now) {
  SignInAnswer answer;
  answer.outcome = user ? SignInAnswer::Status::kSignedIn : SignInAnswer::Status::kCreated;
  if (!user) Run(keep_user_.BindBytes(1, request.new_user.bytes()).Bind(2, now.count()));
  Session& session = answer.state.session;
  session = {.id = request.new_session,
             .user = user.value_or(request.new_user),
             .created = now,
             .auth_time = request.identity.verified,
             .expires = now + std::min(request.lifetimes.idle, request.lifetimes.absolute),
             .ends = now + request.lifetimes.absolute,
             .amr = request.amr,
             .jkt = request.jkt};
  AddProof(session.proofs, request.identity);
  KeepIdentity(request.identity, session.user, Millis(0));
  Run(keep_session_.BindBytes(1, session.id.bytes())
          .BindBytes(2, session.user.bytes())
          .Bind(3, session.created.count())
          .Bind(4, session.auth_time.count())
          .Bind(5, session.expires.count())
          .Bind(6, session.ends.count())
          .Bind(7, session.amr)
          .BindBytes(8, session.jkt)
          .BindBytes(9, TextOf(session.proofs))
          .BindBytes(10, BytesOf(request.refresh))
          .Bind(11, now.count()));
  answer.state.identities = IdentitiesOf(session.user);
  return answer;
}

SignInAnswer LedgerDatabase::Link(const LedgerSignIn& request, std::optional<UserId> owner,
                                  Millis now) {
  using Outcome = SignInAnswer::Status;
  SignInAnswer answer;
  auto row = ReadSession(*request.link_to, now);
  if (!row) return answer;
  Session& session = answer.state.session;
  session = std::move(row->session);
  answer.state.identities = IdentitiesOf(session.user);
  answer.outcome = Outcome::kLinked;
  answer.is_new_identity = !owner;
  if (owner != session.user && !StepUp::ForChange(answer.state, now).is_done()) {
    answer.outcome = Outcome::kStepUp;
    return answer;
  }
  if (owner && *owner != session.user) {
    answer.outcome = Outcome::kMerged;
    if (!MayBeMergedBy(request, IdentitiesOf(*owner), now)) {
      answer.outcome = Outcome::kUnproven;
    }
    if (!request.merge) answer.outcome = Outcome::kInUse;
    if (answer.outcome != Outcome::kMerged) return answer;
    answer.merged = owner;
    answer.ended = EndAll(*owner, now);
    Run(move_identities_.BindBytes(1, session.user.bytes())
            .Bind(2, now.count())
            .BindBytes(3, owner->bytes()));
    Run(delete_user_.BindBytes(1, owner->bytes()));
  }
  if (owner != session.user) {
    news_.changed.push_back(session.user);
  } else {
    session.auth_time = std::max(session.auth_time, request.identity.verified);
  }
  session.amr |= request.amr;
  AddProof(session.proofs, request.identity);
  Run(touch_.Bind(1, session.auth_time.count())
          .Bind(2, request.amr)
          .BindBytes(3, TextOf(session.proofs))
          .BindBytes(4, session.id.bytes()));
  KeepIdentity(request.identity, session.user, now);
  answer.state.identities = IdentitiesOf(session.user);
  return answer;
}

UnlinkResult LedgerDatabase::Unlink(const UserId& user, IdentityKind kind, std::string_view key) {
  if (FindUser(kind, key) != user) return UnlinkResult::kUnknown;
  // Without an identity the user could never sign in again.
  if (IdentitiesOf(user).size() < 2) return UnlinkResult::kLast;
  Run(delete_identity_.Bind(1, static_cast<std::int64_t>(kind)).BindBytes(2, key));
  news_.changed.push_back(user);
  return UnlinkResult::kUnlinked;
}

std::vector<SessionId> LedgerDatabase::Forget(const UserId& user, Millis now) {
  auto ended = EndAll(user, now);
  Run(delete_identities_.BindBytes(1, user.bytes()));
  Run(delete_user_.BindBytes(1, user.bytes()));
  return ended;
}

}  // namespace prichal::signin
