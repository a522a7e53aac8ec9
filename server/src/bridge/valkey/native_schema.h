#pragma once

#include <string>

#include "base/hash.h"
#include "bridge/valkey/schema.h"

namespace prichal::bridge {

/// Returns the fingerprint for deduplication by all instances: a hash of sender, receiver and text.
/// It has no key that instances would have to share. A collision of 128 bits takes 2^64 attempts
/// and does not help an attacker.
[[nodiscard]] Fingerprint FingerprintOf(const Publication& publication);

/// The schema for instances of this bridge only (native.lua). Stateless; any thread.
class NativeSchema final : public Schema {
 public:
  NativeSchema();

  void Publish(valkey::Client& client, Publication publication, std::int64_t floor,
               const Bounds& mailbox, valkey::Durability durability, Published done) const override;
  void ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                Read done) const override;
  [[nodiscard]] std::string ChannelOf(const ClientId& id) const override;
  [[nodiscard]] std::optional<ClientId> IdOf(std::string_view channel) const override;
  [[nodiscard]] std::optional<Push> Parse(const ClientId& id,
                                          std::string_view payload) const override;
  [[nodiscard]] bool ordered() const override { return true; }

 private:
  const valkey::Script publish_;
  const valkey::Script read_;
};

/// Converts the server's reply to a publish script, and calls `done` with the result.
void AnswerPublished(valkey::Client::Answer answer, Schema::Published done);

// Lua scripts of NativeSchema, one per request, so each request is atomic. The keys of one mailbox
// share a hash slot by their hash tag:
//
//   KEYS[1]  stream of messages: `<event id>-0` with one field, `d`, or `o` for TTL 0; also the
//            name of the channel
//   KEYS[2]  sorted set by expiry: `<event id>:<address>:<sender>:<cost>:<fingerprint>`
//   KEYS[3]  hash: `last` (later IDs are larger), `newest` (ID of the newest message), `bytes`,
//            `epoch` (creation time of the hash), `until` (expiry of the last message), `full`
//            (sender for which it was last full), and the member of KEYS[2] by each fingerprint

/// Returns the script that stores and pushes a message. ARGV: TTL in milliseconds, floor (the ID is
/// larger), fingerprint (or empty), address, sender, cost, limit of messages, limit of bytes, data.
/// Replies {0, id} if stored, {1, id} for a duplicate, or {2} if a limit is reached.
[[nodiscard]] std::string PublishLua();

/// Returns the script that reads the messages after an ID. ARGV: after, limit of messages, limit of
/// bytes, raise (later IDs must be larger; 0: no change). Replies {newest, past, milliseconds,
/// epoch, more, id, field, data, …}. `past`: later IDs are larger. `milliseconds`: the server's
/// clock.
[[nodiscard]] std::string ReadLua();

}  // namespace prichal::bridge
