#pragma once

#include <string>

namespace prichal::app {

// Lua scripts of NativeSchema, one per request, so each request is atomic. The keys of one mailbox
// share a hash slot by their hash tag:
//
//   KEYS[1]  stream of messages: `<event id>-0` with one field, `d`, or `o` for TTL 0; also the
//   name
//            of the channel
//   KEYS[2]  sorted set by expiry: `<event id>:<address>:<sender>:<cost>:<fingerprint>`
//   KEYS[3]  hash: `last` (later IDs are larger), `newest` (ID of the newest message), `bytes`,
//            `epoch` (creation time of the hash), `until` (expiry of the last message), `full`
//            (sender for which it was last full), and the member of KEYS[2] by each fingerprint

/// The script that stores and pushes a message. ARGV: TTL in milliseconds, floor (the ID is
/// larger), fingerprint (or empty), address, sender, cost, limit of messages, limit of bytes, data.
/// Replies {0, id} if stored, {1, id} for a duplicate, or {2} if this sender has no room.
[[nodiscard]] std::string PublishLua();

/// The script that reads the messages after an ID. ARGV: after, limit of messages, limit of bytes,
/// raise (later IDs must be larger; 0: no change). Replies {newest, past, milliseconds, epoch,
/// more, id, field, data, …}. `past`: later IDs are larger. `milliseconds`: the server's clock.
[[nodiscard]] std::string ReadLua();

}  // namespace prichal::app
