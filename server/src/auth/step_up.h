#pragma once

#include <string_view>
#include <vector>

#include "auth/ledger.h"
#include "base/clock.h"

namespace prichal::auth {

/// How old a proof may be, at most, for what changes an account (step-up, RFC 9470).
inline constexpr Millis kStepUpWithin{300'000};

/// What an account asks for before it changes. A thief may have one token, one init data or the key
/// of one wallet, so it asks for a fresh proof by the one who would be harmed. A newly linked
/// identity proves nothing against older ones, and a proof from before a link does not count for
/// changes after it (decision 54).
///
/// `now`: unix time. Pointers are into `state`.
struct StepUp {
  std::vector<const Identity*> accepted;  ///< a fresh proof of one of these is enough
  const Identity* shown = nullptr;        ///< the one that the session has proven; null: none
  [[nodiscard]] bool is_done() const { return shown != nullptr; }

  /// To link an identity, to take another account in, to end other sessions: any identity.
  [[nodiscard]] static StepUp ForChange(const SignedIn& state, Millis now);
  /// To unlink an identity: that one, or one that was linked before it, proven since the last link
  /// of one that stays. So the account's first identity is unlinked by its own proof alone.
  [[nodiscard]] static StepUp ForUnlink(const SignedIn& state, IdentityKind kind,
                                        std::string_view key, Millis now);
  /// To delete the account: its first identity, proven since the last link.
  [[nodiscard]] static StepUp ForForget(const SignedIn& state, Millis now);
};

/// Whether this proof merges the account that has these identities into another: it is a fresh one
/// of its first identity. Init data merges nothing, because every reader of it can send it.
[[nodiscard]] bool MayBeMergedBy(const SignIn& proof, const std::vector<Identity>& of_account,
                                 Millis now);

}  // namespace prichal::auth
