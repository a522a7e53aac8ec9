#pragma once

#include <string>

#include "bridge/valkey/schema.h"

namespace prichal::bridge {

/// The schema of the official bridge, so that its instances and instances of this server can share
/// Valkey servers (official.lua). Stateless; any thread.
///
/// Official instances push before they store, do not name the previous message, and use event IDs
/// that do not grow. So a message is new if its ID is unknown, in any order, and every mailbox with
/// a stream is read periodically.
class OfficialSchema final : public Schema {
 public:
  OfficialSchema();

  void Publish(valkey::Client& client, Publication publication, std::int64_t floor,
               const Bounds& mailbox, valkey::Durability durability, Published done) const override;
  void ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                Read done) const override;
  [[nodiscard]] std::string ChannelOf(const ClientId& id) const override;
  [[nodiscard]] std::optional<ClientId> IdOf(std::string_view channel) const override;
  [[nodiscard]] std::optional<Push> Parse(const ClientId& id,
                                          std::string_view payload) const override;
  [[nodiscard]] bool ordered() const override { return false; }
  void MarkDelivered(
      valkey::Client& client, const ClientId& id,
      const std::vector<std::pair<std::int64_t, std::int64_t>>& given) const override;

 private:
  const valkey::Script publish_;
  const valkey::Script read_;
};

// Lua scripts of OfficialSchema, with the keys and channels of the official bridge
// (docs/internals/decisions/0032-valkey-broker.md): `client:<id>` is a sorted set by expiry in Unix
// seconds, and a channel, of {"EventId":<id>,"Message":"<base64 of the data>","To":"<id>"}. Other
// keys in its hash slot are used only by instances of this server.

/// Returns the script that stores and pushes a message. KEYS: `client:<to>`, the last ID, and the
/// ID by fingerprint. ARGV: TTL in seconds, floor, fingerprint (or empty), limit of messages,
/// base64, to. Replies as PublishLua().
[[nodiscard]] std::string OfficialPublishLua();

/// Returns the script that reads the messages after an ID. KEYS: `client:<id>`, delivered messages.
/// ARGV: after, limit of messages, limit of bytes. Replies {more, {every id}, {id, delivered as,
/// …}, {id, payload, …}}.
[[nodiscard]] std::string OfficialReadLua();

}  // namespace prichal::bridge
