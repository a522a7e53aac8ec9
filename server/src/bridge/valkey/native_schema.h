#pragma once

#include "bridge/valkey/schema.h"
#include "base/fingerprint.h"

namespace prichal::app {

/// Returns the fingerprint for deduplication by all instances: a hash of sender, receiver and text.
/// It has no key that instances would have to share. A collision of 128 bits takes 2^64 attempts
/// and does not help an attacker.
[[nodiscard]] Fingerprint FingerprintOf(const bridge::Publication& publication);

/// The schema for instances of this bridge only (native_scripts.h). Stateless; any thread.
class NativeSchema final : public Schema {
 public:
  NativeSchema();

  void Publish(valkey::Client& client, bridge::Publication publication, std::int64_t floor,
               const bridge::Bounds& mailbox, valkey::Durability durability,
               Published done) const override;
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

}  // namespace prichal::app
