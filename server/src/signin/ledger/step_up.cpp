#include "signin/ledger/step_up.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace prichal::signin {
namespace {

bool IsFresh(Millis proven, Millis now) { return now - proven <= kStepUpWithin; }

bool IsSame(const Identity& a, const Identity& b) { return a.kind == b.kind && a.key == b.key; }

/// Returns whether no identity was linked before this one.
bool IsFirst(const Identity& identity, const std::vector<Identity>& all) {
  return std::all_of(all.begin(), all.end(),
                     [&](const Identity& other) { return identity.linked <= other.linked; });
}

/// Returns the time of the session's latest proof of the identity. Empty if none.
std::optional<Millis> ProvenAt(const Session& session, const Identity& identity) {
  const auto found = std::find_if(
      session.proofs.begin(), session.proofs.end(),
      [&](const Proof& proof) { return proof.kind == identity.kind && proof.key == identity.key; });
  return found == session.proofs.end() ? std::nullopt : std::optional(found->time);
}

/// Decides which identities can allow the change. If `since_links_but` is set, the proof must not
/// be older than the links of other identities, except `since_links_but`.
template <typename Counts>
StepUp Judge(const SignedIn& state, Millis now, const Identity* since_links_but, Counts counts) {
  StepUp step;
  for (const Identity& by : state.identities) {
    if (!counts(by)) continue;
    step.accepted.push_back(&by);
    const auto proven = ProvenAt(state.session, by);
    if (!proven || !IsFresh(*proven, now)) continue;
    // Times of proofs are whole seconds, so times of links are rounded down.
    const bool is_since_links =
        since_links_but == nullptr ||
        std::all_of(state.identities.begin(), state.identities.end(), [&](const Identity& other) {
          return &other == &by || &other == since_links_but ||
                 *proven >= std::chrono::floor<std::chrono::seconds>(other.linked);
        });
    if (is_since_links) step.shown = &by;
  }
  return step;
}

}  // namespace

StepUp StepUp::ForChange(const SignedIn& state, Millis now) {
  return Judge(state, now, nullptr, [](const Identity& /*any*/) { return true; });
}

StepUp StepUp::ForUnlink(const SignedIn& state, IdentityKind kind, std::string_view key,
                         Millis now) {
  const auto unlinked =
      std::find_if(state.identities.begin(), state.identities.end(),
                   [&](const Identity& one) { return one.kind == kind && one.key == key; });
  if (unlinked == state.identities.end()) return {};
  return Judge(state, now, &*unlinked, [&](const Identity& by) {
    return &by == &*unlinked || by.linked < unlinked->linked;
  });
}

StepUp StepUp::ForForget(const SignedIn& state, Millis now) {
  static const Identity kNone;
  return Judge(state, now, &kNone,
               [&](const Identity& by) { return IsFirst(by, state.identities); });
}

bool MayBeMergedBy(const LedgerSignIn& proof, const std::vector<Identity>& of_account, Millis now) {
  return proof.amr != kInitData && IsFresh(proof.identity.verified, now) &&
         std::any_of(of_account.begin(), of_account.end(), [&](const Identity& one) {
           return IsSame(one, proof.identity) && IsFirst(one, of_account);
         });
}

}  // namespace prichal::signin
