#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"

namespace prichal::auth {

// How the ledger's keys and channels are called. What has to change at once has one hash tag, so
// that on a cluster it lies in one slot: all of a user. Users are shared out by the first byte of
// their ids, so that there are no more channels to listen to than partitions:
//
//   prichal:auth:{3f}:user:u_…       hash: the user (user_steps.lua)
//   prichal:auth:{3f}:sessions:u_…   sorted set by expiry: ids of his sessions
//   prichal:auth:{3f}:session:s_…    hash: a session
//   prichal:auth:{3f}:unfinished     sorted set by time: users of whom other slots still speak
//   prichal:auth:{3f}:news           channel: what has ended or changed
//
// The rest lies where it falls: what leads to a user, and what has been used.
//
//   prichal:auth:user-of:s_…         user of a session, for as long as it can last
//   prichal:auth:identity:2:-239/…   user of an identity and his claim to it: `u_… <16 hex>`
//   prichal:auth:used:<hex>          when a challenge, or other bytes, expire; and a thumbprint

inline constexpr std::size_t kPartitions = 256;

[[nodiscard]] std::size_t PartitionOf(const UserId& user);

[[nodiscard]] std::string UserKey(const UserId& user);
[[nodiscard]] std::string UnfinishedKey(std::size_t partition);
[[nodiscard]] std::string NewsChannel(std::size_t partition);
/// The partition of a news channel. Empty for other channels.
[[nodiscard]] std::optional<std::size_t> PartitionOfChannel(std::string_view channel);

[[nodiscard]] std::string UserOfKey(const SessionId& session);
[[nodiscard]] std::string IdentityKey(IdentityKind kind, std::string_view key);
[[nodiscard]] std::string UsedKey(std::string_view bytes);

/// The name of an identity in its user's hash: `2:-239/0:83df…`.
[[nodiscard]] std::string FieldOf(IdentityKind kind, std::string_view key);
/// The key of the identity with that name.
[[nodiscard]] std::string IdentityKeyOfField(std::string_view field);

/// Parses a message of NewsChannel(): `ended s_… s_…` or `changed u_…`. Empty for other texts.
[[nodiscard]] std::optional<RevocationNews> ParseNews(std::string_view payload);

}  // namespace prichal::auth
