#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bridge/http/admission.h"
#include "bridge/http/options.h"
#include "bridge/valkey/backend.h"
#include "bridge/core/client_id.h"
#include "base/fingerprint.h"
#include "base/sip_hash.h"
#include "bridge/core/event_ids.h"
#include "bridge/store/store.h"
#include "bridge/http/notices.h"
#include "outbound/sender.h"

namespace prichal::app {

class BridgeLoop;

/// Objects that all loops of the bridge share. Owned by BridgeService. Constant while the loops
/// run, except `event_ids` and `admission`, which any thread may use. Values that a reload changes
/// are in each loop's BridgeSnapshot.
struct BridgeShared {
  /// See BridgeService::BridgeService().
  BridgeShared(const BridgeOptions& chosen, store::Store& kept_in, webhook::Sender* told_by,
               const ValkeyBackend* backend);
  BridgeShared(const BridgeShared&) = delete;
  BridgeShared& operator=(const BridgeShared&) = delete;
  ~BridgeShared();

  /// The bridge on a loop, by the loop's index.
  [[nodiscard]] BridgeLoop& At(std::uint32_t loop) const { return *loops[loop]; }
  /// Returns the shard of a client ID: the index of its loop. Clients cannot choose it, because the
  /// hash is keyed.
  [[nodiscard]] std::uint32_t ShardOf(const ClientId& id) const {
    return loops.size() == 1 ? 0 : ShardOf(hash(id.text()));
  }
  /// The same for hash(client ID).
  [[nodiscard]] std::uint32_t ShardOf(std::uint64_t hashed_id) const;
  /// Returns the loop whose broker a request on the loop `here` uses for a client ID: the shard, or
  /// with Valkey `here`.
  [[nodiscard]] std::uint32_t BrokerFor(const ClientId& id, std::uint32_t here) const {
    return valkey == nullptr ? ShardOf(id) : here;
  }

  /// The hash of Sender.
  [[nodiscard]] const SipHash& senders() const {
    return valkey == nullptr ? hash : valkey->senders;
  }

  store::Store& store;
  webhook::Sender* const webhooks;
  const ValkeyBackend* const valkey;
  const webhook::Notices notices;
  const SipHash hash;
  const std::unique_ptr<Admission> admission;
  bridge::EventIds event_ids;
  Fingerprints fingerprints;
  std::vector<std::unique_ptr<BridgeLoop>> loops;
};

}  // namespace prichal::app
