#pragma once

#include <string_view>

#include "valkey/client.h"

namespace prichal::auth {

/// Begins `lua` with `now`, Unix time in milliseconds: ARGV[1], or the server's clock where that is
/// empty.
[[nodiscard]] valkey::Script TimedScript(std::string_view lua);

/// Begins `lua` with `now` and with the Lua functions that read and write the user in KEYS[1]: its
/// sessions, identities and proofs.
///
/// A user is a hash: `created`, and
/// - `i:<identity>`, an identity of the user: `<claim> <when it was proven> <details>`, see
///   MergeDetails();
/// - `t:<identity>`, when that was linked; absent: the user began with it;
/// - `n:<identity>`, an identity that is being linked: `<claim> <until>`;
/// - `merging`, another user is about to be merged into this one: until when this one must not be
///   merged itself;
/// - `m:<user>`, a user that was merged into this one: until when that is known;
/// - `gone`, the user has ended: the user it was merged into, or empty;
/// - `w:<identity>`, an identity of a merged user that the other user is still to get: as in `i:`;
/// - `r:<identity>`, an identity that was unlinked and is still to be released: `<claim>`.
///
/// An identity has a key of its own, which names a user and a claim. It belongs to that user if
/// `i:` in the user's hash has the same claim. Claims are never used twice, so a late step cannot
/// take an identity that another user has got in the meantime.
[[nodiscard]] valkey::Script UserScript(std::string_view lua);

}  // namespace prichal::auth
