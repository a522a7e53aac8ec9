#pragma once

#include "app/bridge/valkey/schema.h"

namespace prichal::app {

/// The schema of the official bridge, so that its instances and ours serve one fleet.
///
/// Theirs publish before they store, name no message before it, and draw ids that do not grow: what
/// is new is known by its id alone, in whatever order it comes, and every mailbox with a stream is
/// read again and again.
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
  void NoteGiven(valkey::Client& client, const ClientId& id,
                 const std::vector<std::pair<std::int64_t, std::int64_t>>& given) const override;

 private:
  const valkey::Script publish_;
  const valkey::Script read_;
};

}  // namespace prichal::app
