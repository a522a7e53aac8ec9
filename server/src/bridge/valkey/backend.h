#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "bridge/valkey/connects.h"
#include "bridge/valkey/schema.h"
#include "base/sip_hash.h"
#include "http/connection/loop.h"
#include "valkey/client.h"
#include "valkey/counters.h"

namespace prichal::app {

/// Objects that the Valkey brokers of all loops share. Created on the main thread; outlives the
/// BridgeService.
struct ValkeyBackend {
  std::unique_ptr<const Schema> schema;
  std::unique_ptr<const Connects> connects;
  valkey::Durability durability = valkey::Durability::kMaster;
  /// The hash of Sender, the same in all instances: see SendersUnder().
  SipHash senders;
  /// Creates the client of a loop. Call it before the loop runs.
  std::function<std::unique_ptr<valkey::Client>(net::Loop&, valkey::PushPort&)> make_client;
  /// Returns the metrics of all existing clients. Any thread.
  std::function<valkey::ClientCounters()> client_stats = [] { return valkey::ClientCounters(); };
};

/// Returns the hash of bridge::Sender for all instances that have the same secret: the password of
/// the Valkey servers. Without a password, an attacker can search for an address that shares the
/// limits of another.
[[nodiscard]] SipHash SendersUnder(std::string_view secret);

}  // namespace prichal::app
