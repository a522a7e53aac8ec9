#pragma once

#include <cstdint>
#include <vector>

#include "auth/ids.h"
#include "base/clock.h"

namespace prichal::auth {

/// Keeps some of what a ledger has answered, and is told when it does not hold any more. Called on
/// its own loop, possibly from within a call to the ledger.
///
/// What Ledger::Find() has answered between OnListening() and OnLost() may be kept until OnEnded()
/// names its session or OnChanged() its user: an answer that news has overtaken on its way is asked
/// for anew by the ledger itself. Answers of other calls are not, and are not to be kept.
class RevocationListener {
 public:
  RevocationListener() = default;
  RevocationListener(const RevocationListener&) = delete;
  RevocationListener& operator=(const RevocationListener&) = delete;
  virtual ~RevocationListener() = default;

  /// The session has ended before its time: signed out, revoked, its refresh token used twice, its
  /// user merged into another or forgotten. May be called more than once for one session.
  virtual void OnEnded(const SessionId& session) = 0;
  /// A user's identities or sessions are not what they were: an identity was linked, or is gone.
  virtual void OnChanged(const UserId& user) = 0;
  /// News may be missed from now on: all that was kept is to be forgotten, and nothing to be kept
  /// until OnListening(). A listener begins in this state.
  virtual void OnLost() = 0;
  /// All news comes from now on.
  virtual void OnListening() = 0;
};

/// What a ledger has to tell at a time.
struct RevocationNews {
  std::vector<SessionId> ended;
  std::vector<UserId> changed;

  [[nodiscard]] bool empty() const { return ended.empty() && changed.empty(); }
  void TellTo(RevocationListener& listener) const {
    for (const SessionId& session : ended) listener.OnEnded(session);
    for (const UserId& user : changed) listener.OnChanged(user);
  }
};

/// Tells all loops of all instances, within a second, what has ended.
class Revocations {
 public:
  /// How long an answer may be kept though nothing was heard. News goes by the servers that this
  /// instance takes for the masters; when a network parts it from the others, that may be one that
  /// nobody else writes to, until a newer map of the cluster is read.
  static constexpr Millis kLongestKept{30'000};

  Revocations() = default;
  Revocations(const Revocations&) = delete;
  Revocations& operator=(const Revocations&) = delete;
  virtual ~Revocations() = default;

  /// At most once for each loop, before the ledger is asked for anything. `listener` must outlive
  /// the ledger.
  virtual void Listen(std::uint32_t loop, RevocationListener& listener) = 0;
};

}  // namespace prichal::auth
