#pragma once

#include "app/bridge/valkey/schema.h"
#include "base/fingerprint.h"

namespace prichal::app {

/// What says that a message has come before, for all instances alike: a hash of its sender, its
/// receiver and its text. It has no key that instances would have to share; finding two messages
/// with one hash of 128 bits takes 2^64 attempts, and gains whoever does it nothing.
[[nodiscard]] Fingerprint FingerprintOf(const bridge::Publication& publication);

/// The schema where no official bridge is beside us (native_scripts.h).
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

/// What the server's answer to a script that publishes means; `done` gets it.
void AnswerPublished(valkey::Client::Answer answer, Schema::Published done);

}  // namespace prichal::app
