#pragma once

#include <string>

namespace prichal::app {

// The official bridge's keys and channels, byte for byte (docs/decisions/0032-valkey-broker.md):
// `client:<id>` is a sorted set by expiry in Unix seconds, and a channel, of
// {"EventId":<id>,"Message":"<base64 of the data>","To":"<id>"}. Beside it in its slot are keys
// that only our instances know.

/// KEYS: `client:<to>`, the last id, and the id by fingerprint. ARGV: ttl in seconds, floor,
/// fingerprint (or empty), most messages, base64, to. Replies as PublishLua().
[[nodiscard]] std::string OfficialPublishLua();

/// KEYS: `client:<id>`, what was given. ARGV: after, most messages, most bytes. Replies
/// {more, {every id}, {id, id line, …}, {id, payload, …}}.
[[nodiscard]] std::string OfficialReadLua();

}  // namespace prichal::app
