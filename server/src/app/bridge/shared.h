#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/bridge/admission.h"
#include "app/bridge/options.h"
#include "base/client_id.h"
#include "base/fingerprint.h"
#include "base/random.h"
#include "base/sip_hash.h"
#include "bridge/event_ids.h"
#include "bridge/frames.h"
#include "net/stream.h"
#include "store/store.h"
#include "webhook/notices.h"
#include "webhook/sender.h"

namespace prichal::app {

class BridgeLoop;

/// What all loops of the bridge look at. Nothing in it changes once the loops run, but for the
/// event ids, which any thread may draw, and the admission, which any thread may ask.
struct BridgeShared {
  /// `told_by`: null when nobody is told of messages.
  BridgeShared(const BridgeOptions& chosen, store::Store& kept_in, webhook::Sender* told_by);
  BridgeShared(const BridgeShared&) = delete;
  BridgeShared& operator=(const BridgeShared&) = delete;
  ~BridgeShared();

  [[nodiscard]] BridgeLoop& At(std::uint32_t loop) const { return *loops[loop]; }
  /// Which loop is home to a client id; nobody outside can guess it.
  [[nodiscard]] std::uint32_t HomeOf(const ClientId& id) const {
    return loops.size() == 1 ? 0 : HomeOf(hash(id.text()));
  }
  /// The same by what `hash` gives for its text.
  [[nodiscard]] std::uint32_t HomeOf(std::uint64_t hashed_id) const;
  [[nodiscard]] const net::StreamKind& StreamsWith(bridge::Heartbeat heartbeat) const;
  /// With its share of jitter, so that streams that began together do not end together.
  [[nodiscard]] Millis NewLifetime(RandomSource& random) const;

  const BridgeOptions options;
  store::Store& store;
  webhook::Sender* const webhooks;
  const webhook::Notices notices;
  const SipHash hash;
  const std::unique_ptr<Admission> admission;
  bridge::EventIds event_ids;
  Fingerprints fingerprints;
  const net::StreamKind legacy_streams;
  const net::StreamKind message_streams;
  std::vector<std::unique_ptr<BridgeLoop>> loops;
};

}  // namespace prichal::app
