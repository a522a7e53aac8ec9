#pragma once

#include <cstdint>
#include <vector>

#include "signin/ledger/ids.h"
#include "base/clock.h"

namespace prichal::auth {

/// A cache of answers of the ledger, which is notified when they become stale. Called on its own
/// loop, possibly from within a call to the ledger.
///
/// Answers of Ledger::Find() between OnListening() and OnLost() may be kept until OnEnded() names
/// their session or OnChanged() their user. If news overtakes an answer, the ledger repeats the
/// query by itself. Answers of other calls must not be kept.
class RevocationListener {
 public:
  RevocationListener() = default;
  RevocationListener(const RevocationListener&) = delete;
  RevocationListener& operator=(const RevocationListener&) = delete;
  virtual ~RevocationListener() = default;

  /// The session has ended early: signed out, revoked, its refresh token used twice, its user
  /// merged into another or deleted. May be called more than once for a session.
  virtual void OnEnded(const SessionId& session) = 0;
  /// A user's identities or sessions have changed: an identity was linked or unlinked.
  virtual void OnChanged(const UserId& user) = 0;
  /// News may be missed from now on. Everything that was kept must be dropped, and nothing may be
  /// kept until OnListening(). A listener starts in this state.
  virtual void OnLost() = 0;
  /// All news arrives from now on.
  virtual void OnListening() = 0;
};

/// The news of one change.
struct RevocationNews {
  std::vector<SessionId> ended;
  std::vector<UserId> changed;

  [[nodiscard]] bool empty() const { return ended.empty() && changed.empty(); }
  void Notify(RevocationListener& listener) const {
    for (const SessionId& session : ended) listener.OnEnded(session);
    for (const UserId& user : changed) listener.OnChanged(user);
  }
};

/// Notifies all loops of all instances of ended sessions, within a second.
class Revocations {
 public:
  /// How long an answer may be kept without any news. News comes from the servers that this
  /// instance takes for masters. After a network partition that may be a server that no other
  /// instance writes to, until a newer map of the cluster is read.
  static constexpr Millis kLongestKept{30'000};

  Revocations() = default;
  Revocations(const Revocations&) = delete;
  Revocations& operator=(const Revocations&) = delete;
  virtual ~Revocations() = default;

  /// Sets the listener of a loop, at most once and before the ledger is used. `listener` must
  /// outlive the ledger.
  virtual void Listen(std::uint32_t loop, RevocationListener& listener) = 0;
};

}  // namespace prichal::auth
