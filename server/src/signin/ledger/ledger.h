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
#include "base/result.h"
#include "base/unique_function.h"
#include "signin/ledger/refresh_token.h"

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

/// The kinds of identities.
enum class IdentityKind : std::uint8_t {
  kTelegram = 1,  ///< key: the Telegram id in decimal
  kTon = 2,       ///< key: network and raw address, such as `-239/0:83df…`
};

/// What is known about the person behind an identity: for each source, such as "init_data", the
/// JSON object that it has given, as text. A proof brings what its own source says, which replaces
/// what that source said before; what other sources said stays.
using Details = std::map<std::string, std::string, std::less<>>;

/// Writes details as ledgers store them: a JSON object of strings.
[[nodiscard]] std::string TextOf(const Details& details);
/// Reads the same. Empty if the text has another form.
[[nodiscard]] Details DetailsIn(std::string_view text);

/// A proven Telegram account or wallet. Belongs to one user at a time.
struct Identity {
  IdentityKind kind = IdentityKind::kTelegram;
  std::string key;
  Millis verified{0};  ///< Unix time of the latest proof
  /// Unix time of the link. 0 if the user began with this identity, which matters to step-up
  /// (signin/ledger/step_up.h).
  Millis linked{0};
  Details details;
};

/// The ways by which a session was signed in: a set, the `amr` of tokens.
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
  /// When the user last proved an identity they already had; a link does not count.
  Millis auth_time{0};
  /// The latest proof of each identity, including those of links.
  std::vector<Proof> proofs = {};
  Millis expires{0};  ///< expiry unless the session is renewed
  Millis ends{0};     ///< expiry in any case
  std::uint32_t amr = 0;
  std::string jkt;  ///< thumbprint of the key that it is bound to (RFC 9449). Empty if none
};

/// A session, and the identities of its user.
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
  // If a session begins. The caller makes these, so that no answer has a secret.
  UserId new_user;  ///< for an identity that no user has yet
  SessionId new_session;
  RefreshToken::Hash refresh{};  ///< hash of the token of generation 0
  Lifetimes lifetimes;
  /// The session to link the identity to. Empty if a new session begins.
  std::optional<SessionId> link_to = {};
  /// With `link_to`: if another user has the identity, that user is merged into the session's user
  /// and ends.
  bool merge = false;
};
struct SignInAnswer {
  enum class Status {
    kCreated,    ///< a new user
    kSignedIn,   ///< a new session of an existing user
    kLinked,     ///< also if the session's user had the identity already
    kMerged,     ///< linked, and another user was merged into this one
    kInUse,      ///< another user has the identity
    kStepUp,     ///< the session of `state` has no fresh proof (signin/ledger/step_up.h)
    kUnproven,   ///< the other user may not be merged by this proof (signin/ledger/step_up.h)
    kNoSession,  ///< the session to link to has ended
  };
  Status outcome = Status::kNoSession;
  SignedIn state;  ///< with the first four, and kStepUp
  /// With kLinked: the user did not have the identity before.
  bool is_new_identity = false;
  std::optional<UserId> merged = {};  ///< with kMerged: the user who has ended
  std::vector<SessionId> ended = {};  ///< with kMerged: that user's sessions
};

/// A request to renew a session with a refresh token that the server gave out.
struct Renewal {
  SessionId session;
  std::uint32_t generation = 0;  ///< of the token
  RefreshToken::Hash presented{};
  RefreshToken::Hash successor{};  ///< hash of the token of the next generation
  std::string sealed;              ///< that token, encrypted by SealSuccessor()
  std::string jkt;  ///< thumbprint of the key that the client has proven. Empty if none
  Lifetimes lifetimes;
  Millis grace{0};  ///< time after a renewal in which the old token gives the same successor
};
struct RenewalAnswer {
  enum class Status {
    kRenewed,    ///< the successor is valid now
    kRepeated,   ///< it was used just before; `sealed` is the successor of then
    kReused,     ///< it was used long before, so the session has ended
    kWrongKey,   ///< the session is bound to another key and has not changed
    kNoSession,  ///< ended or expired
  };
  Status outcome = Status::kNoSession;
  SignedIn state;      ///< with kRenewed and kRepeated; with kReused only the session
  std::string sealed;  ///< with kRepeated
};

/// Writes proofs as ledgers store them: one `<kind>:<key> <time>` per line.
[[nodiscard]] std::string TextOf(const std::vector<Proof>& proofs);
/// Reads the same. Other lines are ignored.
[[nodiscard]] std::vector<Proof> ProofsIn(std::string_view text);
/// Adds a proof, which replaces an older one of the same identity.
void AddProof(std::vector<Proof>& proofs, const Identity& identity);

/// The outcomes of unlinking an identity.
enum class UnlinkResult { kUnlinked, kLast, kUnknown };

/// The reason why the ledger cannot answer now, for the log.
struct LedgerError {
  std::string reason;
};

/// The store of users, sessions and used proofs: a file of this process (SqliteLedger), or servers
/// that several instances share (ValkeyLedger).
///
/// Called on a loop. `done` is called there too, possibly before the call returns, and only after
/// the change is stored as safely as the ledger stores things. `now` is Unix time.
class Ledger {
 public:
  template <typename Answer>
  using Done = UniqueFunction<void(Result<Answer, LedgerError>)>;
  using Key = std::array<unsigned char, 16>;

  Ledger() = default;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  virtual ~Ledger() = default;

  /// The source of news about stale answers. Null if there is none; then nothing may be cached.
  [[nodiscard]] virtual Revocations* revocations() { return nullptr; }

  /// Uses up a challenge. True for the first call with this challenge, false for later ones until
  /// it has expired.
  virtual void ConsumeChallenge(std::uint32_t loop, const Key& challenge, Millis expires,
                                Millis now, Done<bool> done) = 0;
  /// Records the use of a proof. Returns the thumbprint of its first use until it has expired,
  /// which is `jkt` if this is the first. For init data that is bound to a key or valid once.
  virtual void Claim(std::uint32_t loop, const RefreshToken::Hash& bytes, std::string jkt,
                     Millis expires, Millis now, Done<std::string> done) = 0;
  virtual void SignInOrLink(std::uint32_t loop, LedgerSignIn request, Millis now,
                            Done<SignInAnswer> done) = 0;
  virtual void Renew(std::uint32_t loop, Renewal request, Millis now, Done<RenewalAnswer> done) = 0;
  /// Finds a session with its user. Empty if it has ended or expired.
  virtual void Find(std::uint32_t loop, const SessionId& session, Millis now,
                    Done<std::optional<SignedIn>> done) = 0;
  /// Finds a session by its current refresh token, which stays unused. Also empty if the session
  /// has been renewed since; the session continues.
  virtual void FindByRefresh(std::uint32_t loop, const SessionId& session,
                             const RefreshToken::Hash& refresh, Millis now,
                             Done<std::optional<SignedIn>> done) = 0;
  /// Returns a user's sessions that have not expired, the latest first.
  virtual void SessionsOf(std::uint32_t loop, const UserId& user, Millis now,
                          Done<std::vector<Session>> done) = 0;
  /// Ends a session of a user. False if there is none.
  virtual void End(std::uint32_t loop, const UserId& user, const SessionId& session, Millis now,
                   Done<bool> done) = 0;
  /// Ends all sessions of a user and returns their ids.
  virtual void EndAll(std::uint32_t loop, const UserId& user, Millis now,
                      Done<std::vector<SessionId>> done) = 0;
  virtual void Unlink(std::uint32_t loop, const UserId& user, IdentityKind kind, std::string key,
                      Millis now, Done<UnlinkResult> done) = 0;
  /// Finds the user who has an identity.
  virtual void FindUser(std::uint32_t loop, IdentityKind kind, std::string key,
                        Done<std::optional<UserId>> done) = 0;
  /// Deletes a user with all sessions and identities. Returns the ids of the sessions.
  virtual void Forget(std::uint32_t loop, const UserId& user, Millis now,
                      Done<std::vector<SessionId>> done) = 0;
};

}  // namespace prichal::auth
