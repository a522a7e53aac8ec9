#pragma once

#include <string_view>
#include <vector>

#include "base/clock.h"
#include "signin/ledger/ledger.h"

namespace prichal::auth {

/// The largest age of a proof that allows a change of an account (step-up, RFC 9470).
inline constexpr Millis kStepUpWithin{300'000};

/// The proof that an account requires before it changes. An attacker may have one token, one init
/// data or the key of one wallet, so the account requires a fresh proof of the identity that the
/// change would harm. A newly linked identity proves nothing against older ones, and a proof from
/// before a link does not count for changes after it (decision 54).
///
/// `now` is Unix time. Pointers are into `state`.
struct StepUp {
  std::vector<const Identity*> accepted;  ///< a fresh proof of one of these is enough
  const Identity* shown = nullptr;        ///< the one that the session has proven; null: none
  [[nodiscard]] bool is_done() const { return shown != nullptr; }

  /// For linking an identity, merging another account and ending other sessions: any identity.
  [[nodiscard]] static StepUp ForChange(const SignedIn& state, Millis now);
  /// For unlinking an identity: a proof of that identity, or of one that was linked before it, made
  /// since the last link of an identity that stays. So the account's first identity can be unlinked
  /// only by its own proof.
  [[nodiscard]] static StepUp ForUnlink(const SignedIn& state, IdentityKind kind,
                                        std::string_view key, Millis now);
  /// For deleting the account: a proof of its first identity, made since the last link.
  [[nodiscard]] static StepUp ForForget(const SignedIn& state, Millis now);
};

/// True if this proof allows merging the account with these identities into another: it is a fresh
/// proof of the account's first identity. Init data does not count, because every server that gets
/// it could send it.
[[nodiscard]] bool MayBeMergedBy(const LedgerSignIn& proof, const std::vector<Identity>& of_account,
                                 Millis now);

}  // namespace prichal::auth
