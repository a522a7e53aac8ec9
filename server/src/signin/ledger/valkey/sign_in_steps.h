#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/encoding.h"
#include "base/random.h"
#include "signin/ledger/valkey/commands.h"
#include "signin/ledger/valkey/names.h"

namespace prichal::auth {

/// Completes what a step in a user's slot has left to be done in other slots: unlinked identities
/// and those of a deleted user are released, those of a merged user are given to the other user.
/// Several instances may do so at once, and each may end in the middle.
void CompleteUser(LedgerCommands& commands, const UserId& user, Millis now,
                  UniqueFunction<void(Result<void, LedgerError>)> done);

/// The common part of signing in and linking: steps that follow one another until there is an
/// answer. If another instance interferes, the steps begin again.
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

  /// Makes the callback for a reply. An error becomes the answer.
  template <typename Then>
  LedgerCommands::Done Next(Then then) {
    return [self = this->shared_from_this(),
            then = std::move(then)](Result<valkey::Reply, LedgerError> reply) mutable {
      if (!reply) return self->Refuse(reply.error());
      then(*reply);
    };
  }

  void Answer(SignInAnswer answer) {
    // Of two steps that are under way at once, both may fail.
    if (auto done = std::move(done_)) done(std::move(answer));
  }
  void Refuse(LedgerError error) {
    if (auto done = std::move(done_)) done(Fail(std::move(error)));
  }

  /// Counts the attempts. False after too many, which have been answered with an error.
  [[nodiscard]] bool BeginsAnew() {
    if (++attempts_ <= kMostAttempts) return true;
    Refuse({"the servers of sign-ins: an identity has changed its user all the time"});
    return false;
  }

  [[nodiscard]] LedgerCommands& commands() const { return commands_; }
  [[nodiscard]] const LedgerSignIn& request() const { return request_; }
  [[nodiscard]] Millis now() const { return now_; }
  /// The name of the identity in its user's hash.
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

  /// Releases a claim whose user does not have the identity.
  template <typename Then>
  void Release(const Holder& holder, Then then) {
    commands_.Release(key_, holder,
                      Next([then = std::move(then)](const valkey::Reply&) mutable { then(); }));
  }
  /// Completes the end of a user before `then`.
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

/// Begins a session: claims the identity for a new user if no user has it, then begins a session of
/// its user. If an instance ends between the two, the next sign-in makes the user of the claim.
void BeginSession(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

/// Links an identity to a session's user: notes the claim, makes it, then links. With `merge`, the
/// user who has the identity is merged into this one.
void LinkIdentity(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done);

}  // namespace prichal::auth
