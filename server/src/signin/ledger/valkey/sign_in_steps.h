#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/encoding.h"
#include "base/random.h"
#include "signin/ledger/valkey/commands.h"
#include "signin/ledger/valkey/names.h"

namespace prichal::signin {

/// Completes the pending work of a user in other slots: releases unlinked identities and those of a
/// deleted user, and moves those of a merged user. Several instances may run it at once, and each
/// may crash in the middle.
void CompleteUser(LedgerCommands& commands, const UserId& user, Millis now,
                  UniqueFunction<void(Result<void, LedgerError>)> done);

/// The common part of signing in and linking: asynchronous steps until there is an answer. If
/// another instance interferes, they start again. Kept alive by pending callbacks; used on one
/// loop.
template <typename Steps>
class SignInSteps : public std::enable_shared_from_this<Steps> {
 protected:
  SignInSteps(LedgerCommands& commands, LedgerSignIn request, Millis now,
              Ledger::Done<SignInAnswer> done)
      : commands_(commands),
        request_(std::move(request)),
        now_(now),
        done_(std::move(done)),
        field_(FieldOf(request_.identity.kind, request_.identity.key)),
        key_(IdentityKey(request_.identity.kind, request_.identity.key)) {}

  /// Creates the callback for a reply. An error ends the steps and becomes the answer.
  template <typename Then>
  LedgerCommands::Done Next(Then then) {
    return [self = this->shared_from_this(),
            then = std::move(then)](Result<valkey::Reply, LedgerError> reply) mutable {
      if (!reply) return self->Refuse(reply.error());
      then(*reply);
    };
  }

  void Answer(SignInAnswer answer) {
    // Two steps can be pending at once, and both can fail.
    if (auto done = std::move(done_)) done(std::move(answer));
  }
  void Refuse(LedgerError error) {
    if (auto done = std::move(done_)) done(Fail(std::move(error)));
  }

  /// Counts the attempts. Returns false after too many; then the request has failed.
  [[nodiscard]] bool BeginsAnew() {
    if (++attempts_ <= kMostAttempts) return true;
    Refuse({"Valkey (sign-in): an identity keeps changing its user"});
    return false;
  }

  [[nodiscard]] LedgerCommands& commands() const { return commands_; }
  [[nodiscard]] const LedgerSignIn& request() const { return request_; }
  [[nodiscard]] Millis now() const { return now_; }
  /// The field of the identity in its user's hash.
  [[nodiscard]] const std::string& field() const { return field_; }
  /// The key of the identity.
  [[nodiscard]] const std::string& key() const { return key_; }

  [[nodiscard]] static std::string NewClaim() {
    std::array<unsigned char, 8> bytes{};
    FillRandom(bytes);
    return HexEncode(bytes);
  }
  [[nodiscard]] std::string verified() const {
    return std::to_string(request_.identity.verified.count());
  }

  /// Releases a claim whose user does not have the identity, then calls `then`.
  template <typename Then>
  void Release(const Holder& holder, Then then) {
    commands_.Release(key_, holder,
                      Next([then = std::move(then)](const valkey::Reply&) mutable { then(); }));
  }
  /// Completes the end of a user (CompleteUser()), then calls `then`.
  template <typename Then>
  void Complete(const UserId& user, Then then) {
    CompleteUser(commands_, user, now_,
                 [self = this->shared_from_this(),
                  then = std::move(then)](const Result<void, LedgerError>& done) mutable {
                   if (!done) return self->Refuse(done.error());
                   then();
                 });
  }

 private:
  static constexpr int kMostAttempts = 8;

  LedgerCommands& commands_;
  const LedgerSignIn request_;
  const Millis now_;
  Ledger::Done<SignInAnswer> done_;
  const std::string field_;
  const std::string key_;
  int attempts_ = 0;
};

/// Begins a session. If no user has the identity, claims it for a new user first. If an instance
/// crashes between the two, the next sign-in creates the user of the claim.
void BeginSession(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

/// Links an identity to a session's user: records the intent, claims the identity, then links it.
/// With `merge`, another user of the identity is merged into this one.
void LinkIdentity(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

}  // namespace prichal::signin
