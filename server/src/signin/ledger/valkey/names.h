#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"

namespace prichal::signin {

// The names of the ledger's keys and channels. All keys of a user have one hash tag, so that a
// cluster stores them in one slot and a script can change them atomically. The tag is the first
// byte of the user's ID, so each instance listens to kPartitions channels:
//
//   prichal:auth:{3f}:user:u_…       hash: the user (user_steps.lua)
//   prichal:auth:{3f}:sessions:u_…   sorted set by expiry: IDs of the user's sessions
//   prichal:auth:{3f}:session:s_…    hash: a session
//   prichal:auth:{3f}:unfinished     sorted set by time: users with pending work in other slots
//   prichal:auth:{3f}:news           channel: ended sessions and changed users
//
// Other keys have no hash tag: the ones that lead to a user, and used proofs.
//
//   prichal:auth:user-of:s_…         user of a session, for its absolute lifetime
//   prichal:auth:identity:2:-239/…   user of an identity, and the claim: `u_… <16 hex>`
//   prichal:auth:used:<hex>          expiry of a used proof, and thumbprint of its first use

inline constexpr std::size_t kPartitions = 256;

[[nodiscard]] std::size_t PartitionOf(const UserId& user);

[[nodiscard]] std::string UserKey(const UserId& user);
[[nodiscard]] std::string UnfinishedKey(std::size_t partition);
[[nodiscard]] std::string NewsChannel(std::size_t partition);
/// Returns the partition of a news channel. Empty for other channels.
[[nodiscard]] std::optional<std::size_t> PartitionOfChannel(std::string_view channel);

[[nodiscard]] std::string UserOfKey(const SessionId& session);
[[nodiscard]] std::string IdentityKey(IdentityKind kind, std::string_view key);
[[nodiscard]] std::string UsedKey(std::string_view bytes);

/// Returns the field of an identity in its user's hash, without the prefix: `2:-239/0:83df…`.
[[nodiscard]] std::string FieldOf(IdentityKind kind, std::string_view key);
/// Returns the key of the identity with that name.
[[nodiscard]] std::string IdentityKeyOfField(std::string_view field);

/// Parses a message of NewsChannel(): `ended s_… s_…` or `changed u_…`. Empty for other texts.
[[nodiscard]] std::optional<RevocationNews> ParseNews(std::string_view payload);

}  // namespace prichal::signin
