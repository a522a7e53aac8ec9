#pragma once

#include <string>

namespace prichal::app {

// What runs in the server, one script a request, so that each either happens as a whole or not at
// all. The keys of one mailbox share a slot by their hash tag:
//
//   KEYS[1]  stream: the messages, `<event id>-0` with one field: `d` or, with ttl 0, `o`; its name
//            is the channel as well
//   KEYS[2]  sorted set by expiry: `<event id>:<address>:<sender>:<cost>:<fingerprint>`
//   KEYS[3]  hash: `last` (no later id is as small), `newest` (id of the newest message), `bytes`,
//            `epoch` (when the hash was made), `until` (when the last message expires), `full`
//            (whom it was last full for), and the member of KEYS[2] by each fingerprint

/// Stores a message and pushes it. ARGV: ttl in milliseconds, floor (the id is larger), fingerprint
/// (or empty), address, sender, cost, most messages, most bytes, data. Replies {0, id} stored,
/// {1, id} stored before, or {2}: no room for this sender.
[[nodiscard]] std::string PublishLua();

/// Reads the messages after an id. ARGV: after, most messages, most bytes, raise (0, or: no later
/// id is as small). Replies {newest, past, milliseconds, epoch, more, id, field, data, …}: `past`:
/// no later id is as small; `milliseconds`: of the server's clock.
[[nodiscard]] std::string ReadLua();

}  // namespace prichal::app
