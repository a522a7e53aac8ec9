#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "app/bridge/valkey/connects.h"
#include "app/bridge/valkey/schema.h"
#include "base/sip_hash.h"
#include "net/loop.h"
#include "valkey/client.h"
#include "valkey/counters.h"

namespace prichal::app {

/// What the brokers of all loops share where messages lie in a server of Valkey.
struct ValkeyBackend {
  std::unique_ptr<const Schema> schema;
  std::unique_ptr<const Connects> connects;
  valkey::Durability durability = valkey::Durability::kMaster;
  /// Of senders, whom all instances have to know by the same numbers: see SendersUnder().
  SipHash senders;
  /// A client of its own for each loop; before the loop runs.
  std::function<std::unique_ptr<valkey::Client>(net::Loop&, valkey::PushPort&)> make_client;
  /// Of all clients that were made and are there. Any thread.
  std::function<valkey::ClientCounters()> client_stats = [] { return valkey::ClientCounters(); };
};

/// What senders are known by where room is shared (bridge::Sender), the same at all instances that
/// have the same secret: the password of the servers, which no sender knows. Without one a sender
/// can look for an address that counts as another's.
[[nodiscard]] SipHash SendersUnder(std::string_view secret);

}  // namespace prichal::app
