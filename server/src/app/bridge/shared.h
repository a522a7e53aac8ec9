#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/bridge/admission.h"
#include "app/bridge/options.h"
#include "app/bridge/valkey/backend.h"
#include "base/client_id.h"
#include "base/fingerprint.h"
#include "base/sip_hash.h"
#include "bridge/event_ids.h"
#include "store/store.h"
#include "webhook/notices.h"
#include "webhook/sender.h"

namespace prichal::app {

class BridgeLoop;

/// What all loops of the bridge look at. Nothing in it changes once the loops run, but for the
/// event ids, which any thread may draw, and the admission, which any thread may ask. What a reload
/// changes each loop has for itself: its BridgeSnapshot.
struct BridgeShared {
  /// `told_by`: null when no server is told of messages. `backend`: null when they lie in this
  /// process and in `kept_in`.
  BridgeShared(const BridgeOptions& chosen, store::Store& kept_in, webhook::Sender* told_by,
               const ValkeyBackend* backend);
  BridgeShared(const BridgeShared&) = delete;
  BridgeShared& operator=(const BridgeShared&) = delete;
  ~BridgeShared();

  [[nodiscard]] BridgeLoop& At(std::uint32_t loop) const { return *loops[loop]; }
  /// The shard that a client id belongs to, by the index of its loop. The hash is keyed: clients
  /// cannot guess it.
  [[nodiscard]] std::uint32_t ShardOf(const ClientId& id) const {
    return loops.size() == 1 ? 0 : ShardOf(hash(id.text()));
  }
  /// The same by what `hash` gives for its text.
  [[nodiscard]] std::uint32_t ShardOf(std::uint64_t hashed_id) const;
  /// Which loop's broker takes the messages for a client id, and serves a stream of the loop `here`
  /// that listens to it. A server of Valkey is as near to one loop as to any other.
  [[nodiscard]] std::uint32_t BrokerFor(const ClientId& id, std::uint32_t here) const {
    return valkey == nullptr ? ShardOf(id) : here;
  }

  /// What senders are known by where room is shared.
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
