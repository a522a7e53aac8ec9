#include "app/auth/auth_events.h"

#include "app/auth/identities.h"

namespace prichal::app {
namespace {

using Type = AuthEventType;

constexpr std::array<std::string_view, kAuthEventTypes> kNames{
    "user.created",    "user.merged",         "user.forgotten",  "session.created",
    "session.revoked", "session.compromised", "identity.linked", "identity.unlinked"};
constexpr std::array<std::string_view, 5> kReasons{"signed_out", "by_user", "operator", "merged",
                                                   "forgotten"};

}  // namespace

std::string_view NameOf(AuthEventType type) { return kNames.at(static_cast<std::size_t>(type)); }

std::string_view NameOf(EndReason reason) { return kReasons.at(static_cast<std::size_t>(reason)); }

void AuthEvents::SignedIn(const AuthOrigin& from, const auth::Identity& identity,
                          const auth::SignInAnswer& answer) {
  using Outcome = auth::SignInAnswer::Outcome;
  const auth::Session& session = answer.state.session;
  AuthEvent event{.time = from.now,
                  .user = session.user,
                  .identity = NameOf(identity.kind, identity.key),
                  .client = from.client};
  switch (answer.outcome) {
    case Outcome::kCreated:
      event.type = Type::kUserCreated;
      Tell(event);
      [[fallthrough]];
    case Outcome::kSignedIn:
      event.type = Type::kSessionCreated;
      event.session = session.id;
      event.amr = MethodsOf(session.amr);
      return Tell(event);
    case Outcome::kLinked:
      if (!answer.is_new_identity) return;
      event.type = Type::kIdentityLinked;
      event.session = session.id;
      return Tell(event);
    case Outcome::kMerged:
      event.type = Type::kUserMerged;
      event.user = answer.merged.value_or(auth::UserId());
      event.into = session.user;
      Tell(event);
      return Ended(from, event.user, answer.ended, EndReason::kMerged);
    default:
      return;  // nothing has happened
  }
}

void AuthEvents::Renewed(const AuthOrigin& from, const auth::RenewalAnswer& answer) {
  if (answer.outcome != auth::RenewalAnswer::Outcome::kReused) return;
  Tell({.type = Type::kSessionCompromised,
        .time = from.now,
        .user = answer.state.session.user,
        .session = answer.state.session.id,
        .client = from.client});
}

void AuthEvents::Ended(const AuthOrigin& from, const auth::UserId& user,
                       std::span<const auth::SessionId> sessions, EndReason reason) {
  for (const auth::SessionId& session : sessions) {
    Tell({.type = Type::kSessionRevoked,
          .time = from.now,
          .user = user,
          .session = session,
          .reason = NameOf(reason),
          .client = from.client});
  }
}

void AuthEvents::Unlinked(const AuthOrigin& from, const auth::UserId& user, auth::IdentityKind kind,
                          std::string_view key) {
  Tell({.type = Type::kIdentityUnlinked,
        .time = from.now,
        .user = user,
        .identity = NameOf(kind, key),
        .client = from.client});
}

void AuthEvents::Forgotten(const AuthOrigin& from, const auth::UserId& user,
                           std::span<const auth::SessionId> sessions) {
  Ended(from, user, sessions, EndReason::kForgotten);
  Tell({.type = Type::kUserForgotten, .time = from.now, .user = user, .client = from.client});
}

void AuthEvents::Refused(std::string_view code, const IpAddress& client, Millis now) {
  for (AuthEventListener* listener : listeners_) listener->OnRefused(code, client, now);
}

void AuthEvents::Tell(const AuthEvent& event) {
  counts_.at(static_cast<std::size_t>(event.type)).fetch_add(1, std::memory_order_relaxed);
  for (AuthEventListener* listener : listeners_) listener->OnEvent(event);
}

}  // namespace prichal::app
