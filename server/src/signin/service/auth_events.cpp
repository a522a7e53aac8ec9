#include "signin/service/auth_events.h"

#include <algorithm>

#include "signin/ledger/step_up.h"
#include "signin/service/identities.h"

namespace prichal::signin {
namespace {

using Type = AuthEventType;

constexpr std::array<std::string_view, kAuthEventTypes> kNames{
    "user.created",    "user.merged",         "user.forgotten",  "session.created",
    "session.revoked", "session.compromised", "identity.linked", "identity.unlinked"};
constexpr std::array<std::string_view, 5> kReasons{"signed_out", "by_user", "operator", "merged",
                                                   "forgotten"};

std::vector<std::string> NamesOf(const std::vector<Identity>& identities) {
  std::vector<std::string> names;
  names.reserve(identities.size());
  for (const Identity& one : identities) names.push_back(NameOf(one.kind, one.key));
  return names;
}

/// Returns the account before its latest link. All identities of a merged account are linked at the
/// same time.
SignedIn BeforeLink(const SignedIn& after) {
  Millis latest{0};
  for (const Identity& one : after.identities) latest = std::max(latest, one.linked);
  SignedIn before = after;
  std::erase_if(before.identities, [&](const Identity& one) { return one.linked == latest; });
  return before;
}

void AddLink(const SignedIn& state, Millis now, AuthEvent& event) {
  const SignedIn before = BeforeLink(state);
  event.before = NamesOf(before.identities);
  event.after = NamesOf(state.identities);
  const auto* proof = StepUp::ForChange(before, now).shown;
  if (proof != nullptr) event.proof = NameOf(proof->kind, proof->key);
}

}  // namespace

std::string_view NameOf(AuthEventType type) { return kNames.at(static_cast<std::size_t>(type)); }

std::string_view NameOf(EndReason reason) { return kReasons.at(static_cast<std::size_t>(reason)); }

void AuthEvents::SignedIn(const AuthOrigin& from, const Identity& identity,
                          const SignInAnswer& answer) {
  using Outcome = SignInAnswer::Status;
  const Session& session = answer.state.session;
  AuthEvent event{.time = from.now,
                  .user = session.user,
                  .identity = NameOf(identity.kind, identity.key),
                  .client = from.client};
  switch (answer.outcome) {
    case Outcome::kCreated:
      event.type = Type::kUserCreated;
      Notify(event);
      [[fallthrough]];
    case Outcome::kSignedIn:
      event.type = Type::kSessionCreated;
      event.session = session.id;
      event.amr = MethodsOf(session.amr);
      return Notify(event);
    case Outcome::kLinked:
      if (!answer.is_new_identity) return;
      event.type = Type::kIdentityLinked;
      event.session = session.id;
      AddLink(answer.state, from.now, event);
      return Notify(event);
    case Outcome::kMerged:
      event.type = Type::kUserMerged;
      event.user = answer.merged.value_or(UserId());
      event.into = session.user;
      AddLink(answer.state, from.now, event);
      Notify(event);
      return Ended(from, event.user, answer.ended, EndReason::kMerged);
    default:
      return;  // nothing has changed
  }
}

void AuthEvents::Renewed(const AuthOrigin& from, const RenewalAnswer& answer) {
  if (answer.outcome != RenewalAnswer::Status::kReused) return;
  Notify({.type = Type::kSessionCompromised,
          .time = from.now,
          .user = answer.state.session.user,
          .session = answer.state.session.id,
          .client = from.client});
}

void AuthEvents::Ended(const AuthOrigin& from, const UserId& user,
                       std::span<const SessionId> sessions, EndReason reason) {
  for (const SessionId& session : sessions) {
    Notify({.type = Type::kSessionRevoked,
            .time = from.now,
            .user = user,
            .session = session,
            .reason = NameOf(reason),
            .client = from.client});
  }
}

void AuthEvents::Unlinked(const AuthOrigin& from, const signin::SignedIn& before, IdentityKind kind,
                          std::string_view key, const Identity& proof) {
  AuthEvent event{.type = Type::kIdentityUnlinked,
                  .time = from.now,
                  .user = before.session.user,
                  .identity = NameOf(kind, key),
                  .client = from.client,
                  .before = NamesOf(before.identities),
                  .after = NamesOf(before.identities),
                  .proof = NameOf(proof.kind, proof.key)};
  std::erase(*event.after, event.identity);
  Notify(event);
}

void AuthEvents::Forgotten(const AuthOrigin& from, const UserId& user,
                           std::span<const SessionId> sessions, const std::vector<Identity>* before,
                           const Identity* proof) {
  Ended(from, user, sessions, EndReason::kForgotten);
  AuthEvent event{
      .type = Type::kUserForgotten, .time = from.now, .user = user, .client = from.client};
  if (before != nullptr) event.before = NamesOf(*before);
  if (proof != nullptr) event.proof = NameOf(proof->kind, proof->key);
  Notify(event);
}

void AuthEvents::Refused(std::string_view code, const IpAddress& client, Millis now) {
  for (AuthEventListener* listener : listeners_) listener->OnRefused(code, client, now);
}

void AuthEvents::Notify(const AuthEvent& event) {
  counts_.at(static_cast<std::size_t>(event.type)).fetch_add(1, std::memory_order_relaxed);
  for (AuthEventListener* listener : listeners_) listener->OnEvent(event);
}

}  // namespace prichal::signin
