#pragma once

#include <string>

namespace prichal::app {

// Lua scripts of OfficialSchema, with the keys and channels of the official bridge
// (docs/decisions/0032-valkey-broker.md): `client:<id>` is a sorted set by expiry in Unix seconds,
// and a channel, of {"EventId":<id>,"Message":"<base64 of the data>","To":"<id>"}. Other keys in
// its hash slot are used only by our instances.

/// The script that stores and pushes a message. KEYS: `client:<to>`, the last ID, and the ID by
/// fingerprint. ARGV: TTL in seconds, floor, fingerprint (or empty), limit of messages, base64, to.
/// Replies as PublishLua().
[[nodiscard]] std::string OfficialPublishLua();

/// The script that reads the messages after an ID. KEYS: `client:<id>`, delivered messages. ARGV:
/// after, limit of messages, limit of bytes. Replies {more, {every id}, {id, delivered as, …}, {id,
/// payload, …}}.
[[nodiscard]] std::string OfficialReadLua();

}  // namespace prichal::app
