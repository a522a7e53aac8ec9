#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/sip_hash.h"
#include "bridge/counters.h"
#include "bridge/event_ids.h"
#include "net/handler.h"
#include "net/server.h"
#include "net/stream.h"
#include "store/store.h"

namespace prichal::app {

/// What an operator may choose about the bridge; `bridge.*` of the configuration.
struct BridgeOptions {
  Millis heartbeat{10'000};                        ///< between two heartbeats of a stream
  Millis ttl_max{300'000};                         ///< a longer ttl is refused
  std::size_t body_limit = 10 * 1024 * 1024;       ///< bytes of a message's body; beyond it 413
  Millis lifetime{7'200'000};                      ///< of a stream; zero: no end
  Millis lifetime_jitter{900'000};                 ///< up to this much is added, in whole seconds
  bool cors = true;                                ///< pages of other origins may use the bridge
  std::size_t ids_per_stream = 100;                ///< client ids of one stream; beyond it 414
  std::size_t stream_bytes = 64 * 1024;            ///< waiting for a slow reader; beyond it the end
  std::size_t stream_events = 256;                 ///< "
  std::size_t mailbox_messages = 10'000;           ///< waiting for one client id; beyond it 429
  std::size_t mailbox_bytes = 16 * 1024 * 1024;    ///< "
  std::size_t total_bytes = 1024UL * 1024 * 1024;  ///< waiting in all mailboxes; beyond it 503
};

class BridgeLoop;

/// The bridge on all loops of a server: GET /bridge/events and POST /bridge/message.
///
/// Owns one BridgeLoop for each loop, the event ids that all of them share, and which loop is home
/// to which client id. Lives on the main thread; must outlive the server's threads: stop the server
/// first. Makes handlers before the loops run.
class BridgeService {
 public:
  /// Loads what `store` has kept. `server` and `store` must outlive the service.
  BridgeService(net::Server& server, const BridgeOptions& options, store::Store& store);
  BridgeService(const BridgeService&) = delete;
  BridgeService& operator=(const BridgeService&) = delete;
  ~BridgeService();

  /// Answers every path that Owns() names, on `loop`.
  [[nodiscard]] std::unique_ptr<net::Handler> MakeHandler(net::Loop& loop);

  /// True for "/bridge/events", "/bridge/message" and whatever else lies below "/bridge/".
  [[nodiscard]] static bool Owns(std::string_view path);

  /// Any thread.
  [[nodiscard]] bridge::Stats Stats() const;

 private:
  friend class BridgeLoop;

  [[nodiscard]] std::uint32_t HomeOf(const ClientId& id) const;

  const BridgeOptions options_;
  store::Store& store_;
  const SipHash hash_;
  bridge::EventIds event_ids_;
  net::StreamKind legacy_streams_;
  net::StreamKind message_streams_;
  std::vector<std::unique_ptr<BridgeLoop>> loops_;
};

}  // namespace prichal::app
