#pragma once

#include <string_view>
#include <vector>

#include "base/clock.h"
#include "signin/ledger/ledger.h"

namespace prichal::signin {

/// The largest age of a proof that allows a change of an account (step-up, RFC 9470).
inline constexpr Millis kStepUpWithin{300'000};

/// The decision whether a session may change its account. An attacker may have one token, one init
/// data or the key of one wallet. So a change requires a fresh proof of the identity that it would
/// harm. A newly linked identity proves nothing against older ones, and a proof from before a link
/// does not count for changes after it (decision 54).
///
/// `now`: Unix time. Pointers are into `state`.
struct StepUp {
  std::vector<const Identity*> accepted;  ///< a fresh proof of one of these suffices
  const Identity* shown = nullptr;        ///< the one that the session has proven; null if none
  [[nodiscard]] bool is_done() const { return shown != nullptr; }

  /// For linking an identity, merging another account and ending other sessions: a proof of any
  /// identity.
  [[nodiscard]] static StepUp ForChange(const SignedIn& state, Millis now);
  /// For unlinking an identity: a proof of that identity, or of one that was linked before it, made
  /// since the last link of a remaining identity. So the account's first identity can be unlinked
  /// only by its own proof.
  [[nodiscard]] static StepUp ForUnlink(const SignedIn& state, IdentityKind kind,
                                        std::string_view key, Millis now);
  /// For deleting the account: a proof of its first identity, made since the last link.
  [[nodiscard]] static StepUp ForForget(const SignedIn& state, Millis now);
};

/// Returns whether this proof allows merging the account with the identities `of_account` into
/// another. It must be a fresh proof of the account's first identity. Init data does not count,
/// because every server that receives it could replay it.
[[nodiscard]] bool MayBeMergedBy(const LedgerSignIn& proof, const std::vector<Identity>& of_account,
                                 Millis now);

}  // namespace prichal::signin
