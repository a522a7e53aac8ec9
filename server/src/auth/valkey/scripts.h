#pragma once

#include "valkey/client.h"

namespace prichal::auth {

/// The steps of the ledger that run in the servers. Each is one script, so that it happens as a
/// whole or not at all. Holds no state; any thread.
///
/// user_script.h tells what the servers keep of a user, and what all scripts of one share.
///
/// KEYS[1] is the user unless it says otherwise; his sessions and channel lie in the same slot, and
/// are found by its name. ARGV[1] is the time that it is, empty: the server's.
struct LedgerScripts {
  /// Claims bytes for whoever comes first. KEYS: of the bytes. ARGV: the time of the instance,
  /// when they expire by the same clock, thumbprint, milliseconds to know them for. Replies
  /// {1 (the first) or 0, the thumbprint that came first}.
  valkey::Script use;

  /// KEYS: an identity. ARGV: `u_… <claim>`, for one that nobody has. Replies who has it then.
  valkey::Script claim;
  /// KEYS: an identity. ARGV: who has to have it, who has it from now on (empty: nobody). Replies
  /// whether that was so.
  valkey::Script move;
  /// KEYS: of a session, what leads to its user. ARGV: user, milliseconds.
  valkey::Script lead;

  // Sessions. A session is replied as {id, created, auth, expires, ends, amr, jkt, proofs},
  // identities as {kind, key, verified, details, linked} each.

  /// ARGV: time, identity, claim, verified, details, session, amr, jkt, hash of its token, idle,
  /// absolute. Makes the user where there is none. Replies {"in", whether he is new, session,
  /// identities}, {"lost"}: this claim is not his any more, or {"gone"}.
  valkey::Script begin;
  /// ARGV: time, session. Replies {session, identities}, or {}.
  valkey::Script find;
  /// ARGV: time, session, generation, hash that was presented, hash of the successor, successor
  /// sealed, jkt, idle, grace. Replies {"renewed", session, identities}, {"repeated", session,
  /// identities, sealed}, {"reused", session}, {"key", session} or {"none"}.
  valkey::Script renew;
  /// ARGV: time. Replies sessions.
  valkey::Script sessions;
  /// ARGV: time, session. Replies whether it was there.
  valkey::Script end;
  /// ARGV: time. Replies ids.
  valkey::Script end_all;

  // Identities.

  /// ARGV: time, session, identity, a new claim, verified, details, amr, how old a proof may be,
  /// "1" where this proof renews the session's auth_time. Replies {"linked", session, identities}:
  /// the user has it already; {"intent", the claim to make}, {"step_up", session, identities}: it
  /// has proven nothing lately, or {"none"}: no session.
  valkey::Script prepare;
  /// ARGV: time, session, identity, the claim that was made, verified, details, amr. Replies
  /// {"linked", session, identities}, {"lost"} or {"none"}.
  valkey::Script link;
  /// Of a user that an identity names. ARGV: time, identity, claim, verified, details. Replies
  /// {"held", whether it is the user's first one}, "gone", or "lost": this claim is refused from
  /// now on.
  valkey::Script holds;
  /// The same, changing nothing. ARGV: time, identity, claim. Replies "held", "gone" or "lost".
  valkey::Script owns;
  /// ARGV: time, session. Replies until when others may become him (by his clock), 0: no session.
  valkey::Script expect;
  /// He becomes another. ARGV: time, the other, identity, claim, until when. Replies {"ended",
  /// sessions}, {"lost"}, {"gone"}, or {"busy"}: others are about to become him, or it is late.
  valkey::Script become;
  /// He gets what another had. ARGV: time, the other, and of each identity its name, claim,
  /// verified, details. Replies {"received"}, or {"gone", who he has become (or empty)}.
  valkey::Script receive;
  /// ARGV: time, identity. Replies {"unlinked", claim}, {"last"} or {"unknown"}.
  valkey::Script unlink;
  /// ARGV: time. Replies the sessions that have ended.
  valkey::Script forget;

  // What a step in one slot leaves to be done in others.

  /// Replies {whether he is gone, who he has become, {identity, claim, verified, details, …} to be
  /// given, {identity, claim, …} to be released}.
  valkey::Script work;
  /// ARGV: time, what has been done: `w:` or `r:` and the identity, its claim, ….
  valkey::Script finish;
  /// KEYS: UnfinishedKey(). ARGV: time, milliseconds since, most. Replies users.
  valkey::Script unfinished;

  LedgerScripts();
};

}  // namespace prichal::auth
