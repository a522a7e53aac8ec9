#pragma once

#include <functional>
#include <memory>

#include "app/bridge/valkey/connects.h"
#include "app/bridge/valkey/schema.h"
#include "net/loop.h"
#include "valkey/client.h"
#include "valkey/counters.h"

namespace prichal::app {

/// What the brokers of all loops share where messages lie in a server of Valkey.
struct ValkeyBackend {
  std::unique_ptr<const Schema> schema;
  std::unique_ptr<const Connects> connects;
  valkey::Durability durability = valkey::Durability::kMaster;
  /// A client of its own for each loop; before the loop runs.
  std::function<std::unique_ptr<valkey::Client>(net::Loop&, valkey::PushPort&)> make_client;
  /// Of all clients that were made and are there. Any thread.
  std::function<valkey::ClientStats()> client_stats = [] { return valkey::ClientStats(); };
};

}  // namespace prichal::app
