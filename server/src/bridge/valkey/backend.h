// Shared objects and metrics of the bridge with Valkey.

#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/counter.h"
#include "base/hash.h"
#include "base/telemetry/exposition.h"
#include "bridge/valkey/schema.h"
#include "http/connection/handler.h"
#include "valkey/client.h"

namespace prichal::bridge {

/// Objects that the Valkey brokers of all loops share. Created on the main thread; outlives the
/// BridgeService.
struct ValkeyBackend {
  std::unique_ptr<const Schema> schema;
  valkey::Durability durability = valkey::Durability::kMaster;
  /// The hash of Sender, the same in all instances: see SendersUnder().
  SipHash senders;
  /// Creates the client of a loop. Call it before the loop runs.
  std::function<std::unique_ptr<valkey::Client>(http::Loop&, valkey::PushPort&)> make_client;
};

/// Returns the hash of Sender for all instances that have the same secret: the password of
/// the Valkey servers. Without a password, an attacker can search for an address that shares the
/// limits of another.
[[nodiscard]] SipHash SendersUnder(std::string_view secret);

/// Metrics of one loop's broker. Its loop writes, any thread reads. A sum over all loops has the
/// same fields. The table in backend.cpp has the metric of each field.
struct ValkeyCounters {
  Counter ready;     ///< 1 while the server answers and pushes arrive
  Counter channels;  ///< client IDs that are subscribed to or about to be
  // Messages since the start, by result.
  Counter stored;
  Counter repeated;  ///< duplicates
  Counter refused;   ///< a limit was reached
  Counter failed;    ///< not stored, not by enough replicas, or the result is unknown
  // Pushes that are dropped.
  Counter late_pushes;  ///< the message had been read before
  Counter foreign;      ///< not written by a bridge
  // Reads of mailboxes, by reason.
  Counter pages;       ///< for streams that catch up
  Counter rereads;     ///< after pushes were interrupted
  Counter gaps_found;  ///< a push did not name the previous one
  Counter fences;      ///< a stream with several client IDs needed it
  Counter sweeps;      ///< periodic, to find missed messages
  Counter read_failures;
  Counter gaps_closed;  ///< messages that were read because their push was missing
  Counter renamed;      ///< messages too late for their ID, delivered with a larger `id:` line
  Counter unfenced;     ///< messages that no longer waited for a server that does not answer
};

/// Adds the metrics of one loop to `sum`.
void AddToSum(ValkeyCounters& sum, const ValkeyCounters& counters);

/// Writes the metrics `prichal_valkey_*`.
void AddValkeyMetrics(telemetry::Exposition& out, const ValkeyCounters& numbers);

}  // namespace prichal::bridge
