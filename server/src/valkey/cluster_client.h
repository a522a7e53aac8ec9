#pragma once

#include <memory>

#include "http/loop/outbound_connection.h"
#include "valkey/client.h"
#include "valkey/options.h"

namespace prichal::valkey {

/// Makes a client of a single server or a cluster; it detects which. It belongs to the event loop
/// of `loop`: create it on that loop or before the loop runs, and destroy it before the loop.
/// Commands without a reply at destruction are dropped. `port` must outlive it. `counters`: its
/// statistics.
[[nodiscard]] std::unique_ptr<Client> MakeClusterClient(
    http::Outbound& loop, ClientOptions options, PushPort& port,
    std::shared_ptr<ClientCounters> counters = std::make_shared<ClientCounters>());

}  // namespace prichal::valkey
