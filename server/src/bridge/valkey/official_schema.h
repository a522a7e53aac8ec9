#pragma once

#include "bridge/valkey/schema.h"

namespace prichal::app {

/// The schema of the official bridge, so that its instances and ours can share servers. Stateless;
/// any thread.
///
/// Official instances push before they store, do not name the previous message, and use event IDs
/// that do not grow. So a message is new if its ID is unknown, in any order, and every mailbox with
/// a stream is read periodically.
class OfficialSchema final : public Schema {
 public:
  OfficialSchema();

  void Publish(valkey::Client& client, bridge::Publication publication, std::int64_t floor,
               const bridge::Bounds& mailbox, valkey::Durability durability,
               Published done) const override;
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

}  // namespace prichal::app
