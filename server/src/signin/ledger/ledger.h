#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/interface.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "signin/ledger/refresh_token.h"

namespace prichal::signin {

/// A cache of the ledger's answers, which is notified when they become stale. Called on its own
/// loop, possibly from within a call to the ledger.
///
/// Only answers of Ledger::Find() may be cached. An answer that arrives between OnListening() and
/// OnLost() is valid until OnEnded() names its session or OnChanged() its user. If news overtakes
/// an answer, the ledger repeats the query.
class RevocationListener : public Interface {
 public:
  /// The longest time for which an answer may be cached. News comes from the servers that this
  /// instance considers masters. During a network partition, this can be a former master until the
  /// instance reads a newer map of the cluster.
  static constexpr Millis kLongestKept{30'000};

  /// The session ended early: it was signed out or revoked, its refresh token was used twice, or
  /// its user was merged or deleted. Can be called more than once for a session.
  virtual void OnEnded(const SessionId& session) = 0;
  /// The user's identities have changed: one was linked or unlinked.
  virtual void OnChanged(const UserId& user) = 0;
  /// News may be missed from now on: drop all cached answers, and cache none until OnListening().
  /// This is the initial state.
  virtual void OnLost() = 0;
  /// All news arrives from now on. Answers may be cached.
  virtual void OnListening() = 0;
};

/// The sessions that one change has ended, and the users that it has changed.
struct RevocationNews {
  std::vector<SessionId> ended;
  std::vector<UserId> changed;

  [[nodiscard]] bool empty() const { return ended.empty() && changed.empty(); }
  void Notify(RevocationListener& listener) const {
    for (const SessionId& session : ended) listener.OnEnded(session);
    for (const UserId& user : changed) listener.OnChanged(user);
  }
};

/// The kinds of identities.
enum class IdentityKind : std::uint8_t {
  kTelegram = 1,  ///< key: the Telegram id in decimal
  kTon = 2,       ///< key: network and raw address, such as `-239/0:83df…`
};

/// Details of a user's identity by source: the key is a source such as "init_data", the value is
/// the JSON object from that source, as text. A proof replaces the details of its own source; those
/// of other sources stay.
using Details = std::map<std::string, std::string, std::less<>>;

/// Formats details as ledgers store them: a JSON object of strings.
[[nodiscard]] std::string TextOf(const Details& details);
/// Parses the output of TextOf(). Empty if the text has another form.
[[nodiscard]] Details DetailsIn(std::string_view text);

/// A proven Telegram account or wallet. Belongs to one user at a time. A value.
struct Identity {
  IdentityKind kind = IdentityKind::kTelegram;
  std::string key;
  Millis verified{0};  ///< Unix time of the latest proof
  /// Unix time of the link. 0 if the account was created with this identity, which matters for
  /// step-up (signin/ledger/step_up.h).
  Millis linked{0};
  Details details;
};

/// The methods of sign-in, as bits of a set: the `amr` of tokens.
enum Amr : std::uint32_t {
  kInitData = 1,  ///< `tg_init`: Telegram's init data
  kOidc = 2,      ///< `tg_oidc`: Telegram's OpenID Connect
  kTonProof = 4,  ///< `ton_proof`
};

/// The latest proof of an identity by a session.
struct Proof {
  IdentityKind kind = IdentityKind::kTelegram;
  std::string key;
  Millis time{0};  ///< Unix time of the proof itself, such as init data's `auth_date`

  friend bool operator==(const Proof&, const Proof&) = default;
};

struct Session {
  SessionId id;
  UserId user;
  Millis created{0};  ///< Unix time, like the other times
  /// Time of the latest proof of an identity that the user already had. A link does not count.
  Millis auth_time{0};
  /// The latest proof of each identity, including those of links.
  std::vector<Proof> proofs = {};
  Millis expires{0};  ///< expiry unless the session is renewed
  Millis ends{0};     ///< expiry in any case
  std::uint32_t amr = 0;
  /// thumbprint of the DPoP key that the session is bound to (RFC 9449); empty if none
  std::string jkt;
};

/// A session with the identities of its user.
struct SignedIn {
  Session session;
  std::vector<Identity> identities;
};

/// The lifetimes of sessions.
struct Lifetimes {
  Millis idle{0};      ///< without a renewal
  Millis absolute{0};  ///< in any case
};

// Requests to the ledger and its answers.

/// A request to sign in with a proven identity, or to link it.
struct LedgerSignIn {
  Identity identity;
  std::uint32_t amr = 0;
  std::string jkt;
  // Only for a new session. The caller creates these values, so answers have no secret.
  UserId new_user;  ///< for an identity that no user has yet
  SessionId new_session;
  RefreshToken::Hash refresh{};  ///< hash of the token of generation 0
  Lifetimes lifetimes;
  /// The session to link the identity to. Empty for a new session.
  std::optional<SessionId> link_to = {};
  /// With `link_to`: if another user has the identity, merges that user into the session's user.
  bool merge = false;
};
struct SignInAnswer {
  enum class Status {
    kCreated,    ///< a new user
    kSignedIn,   ///< a new session of an existing user
    kLinked,     ///< also if the session's user had the identity already
    kMerged,     ///< linked; another user was merged into the session's user
    kInUse,      ///< another user has the identity
    kStepUp,     ///< the session of `state` has no fresh proof (signin/ledger/step_up.h)
    kUnproven,   ///< the other user may not be merged by this proof (signin/ledger/step_up.h)
    kNoSession,  ///< the session to link to has ended
  };
  Status outcome = Status::kNoSession;
  SignedIn state;  ///< for the first four, and kStepUp
  /// For kLinked: true if the user did not have the identity before.
  bool is_new_identity = false;
  std::optional<UserId> merged = {};  ///< for kMerged: the user that no longer exists
  std::vector<SessionId> ended = {};  ///< for kMerged: that user's former sessions
};

/// A request to renew a session. RefreshToken::Open() has verified the token's MAC.
struct Renewal {
  SessionId session;
  std::uint32_t generation = 0;  ///< generation of the presented token
  RefreshToken::Hash presented{};
  RefreshToken::Hash successor{};  ///< hash of the token of the next generation
  std::string sealed;              ///< token of the next generation, encrypted by SealSuccessor()
  std::string jkt;                 ///< thumbprint of the DPoP key of the request; empty if none
  Lifetimes lifetimes;
  Millis grace{0};  ///< time after a renewal during which the old token returns the same successor
};
struct RenewalAnswer {
  enum class Status {
    kRenewed,    ///< the successor is valid now
    kRepeated,   ///< used within the grace time; `sealed` has the successor
    kReused,     ///< used longer ago, so the session has ended
    kWrongKey,   ///< the session is bound to another key and has not changed
    kNoSession,  ///< ended or expired
  };
  Status outcome = Status::kNoSession;
  SignedIn state;      ///< for kRenewed and kRepeated; for kReused only the session
  std::string sealed;  ///< for kRepeated
};

/// Formats proofs as ledgers store them: one `<kind>:<key> <time>` per line.
[[nodiscard]] std::string TextOf(const std::vector<Proof>& proofs);
/// Parses the output of TextOf(). Skips malformed lines.
[[nodiscard]] std::vector<Proof> ProofsIn(std::string_view text);
/// Adds a proof, which replaces an older one of the same identity.
void AddProof(std::vector<Proof>& proofs, const Identity& identity);

/// The results of Ledger::Unlink(): kLast if the user has no other identity, kUnknown if the user
/// does not have this one.
enum class UnlinkResult { kUnlinked, kLast, kUnknown };

/// The reason for which the ledger is unavailable, for the log.
struct LedgerError {
  std::string reason;
};

/// The store of users, sessions and used proofs: a file of this process (SqliteLedger), or servers
/// that several instances share (ValkeyLedger).
///
/// Call it on a loop. `done` is called there too, possibly before the call returns, and only after
/// the change is durable. `now`: Unix time.
class Ledger : public Interface {
 public:
  template <typename Answer>
  using Done = UniqueFunction<void(Result<Answer, LedgerError>)>;

  /// Sets the listener of a loop for news about stale answers, which reaches all loops of all
  /// instances within a second. At most once per loop and before the ledger is used. `listener`
  /// must outlive the ledger.
  virtual void Listen(std::uint32_t loop, RevocationListener& listener) = 0;

  /// Records the use of a proof. Returns the mark (`jkt`) of the first use, remembered until
  /// `expires` (Unix time). A proof that is bound to a DPoP key has its thumbprint as the mark; one
  /// that is valid once has a random mark.
  virtual void Claim(std::uint32_t loop, const RefreshToken::Hash& bytes, std::string jkt,
                     Millis expires, Millis now, Done<std::string> done) = 0;
  /// Signs in with an identity or links it, and creates the user if there is none.
  virtual void SignInOrLink(std::uint32_t loop, LedgerSignIn request, Millis now,
                            Done<SignInAnswer> done) = 0;
  /// Renews a session. A token that is used again after the grace time ends the session.
  virtual void Renew(std::uint32_t loop, Renewal request, Millis now, Done<RenewalAnswer> done) = 0;
  /// Finds a session with its user. Empty if it has ended or expired.
  virtual void Find(std::uint32_t loop, const SessionId& session, Millis now,
                    Done<std::optional<SignedIn>> done) = 0;
  /// Finds a session by its current refresh token, which stays unused. Empty if the session has
  /// ended or has been renewed since.
  virtual void FindByRefresh(std::uint32_t loop, const SessionId& session,
                             const RefreshToken::Hash& refresh, Millis now,
                             Done<std::optional<SignedIn>> done) = 0;
  /// Returns a user's sessions that have not expired, newest first.
  virtual void SessionsOf(std::uint32_t loop, const UserId& user, Millis now,
                          Done<std::vector<Session>> done) = 0;
  /// Ends a session of a user. Returns false if the user has no such session.
  virtual void End(std::uint32_t loop, const UserId& user, const SessionId& session, Millis now,
                   Done<bool> done) = 0;
  /// Ends all sessions of a user and returns their IDs.
  virtual void EndAll(std::uint32_t loop, const UserId& user, Millis now,
                      Done<std::vector<SessionId>> done) = 0;
  /// Unlinks an identity of a user, unless it is the last one.
  virtual void Unlink(std::uint32_t loop, const UserId& user, IdentityKind kind, std::string key,
                      Millis now, Done<UnlinkResult> done) = 0;
  /// Finds the user of an identity. Empty if none.
  virtual void FindUser(std::uint32_t loop, IdentityKind kind, std::string key,
                        Done<std::optional<UserId>> done) = 0;
  /// Deletes a user with all sessions and identities. Returns the IDs of the sessions.
  virtual void Forget(std::uint32_t loop, const UserId& user, Millis now,
                      Done<std::vector<SessionId>> done) = 0;
};

}  // namespace prichal::signin
