#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "bridge/core/client_id.h"
#include "bridge/core/counters.h"
#include "bridge/core/frames.h"
#include "bridge/http/admission.h"
#include "bridge/http/message_webhooks.h"
#include "bridge/store/store.h"
#include "bridge/valkey/backend.h"
#include "config/settings.h"
#include "http/connection/handler.h"
#include "http/server/server.h"
#include "outbound/webhook_sender.h"
#include "valkey/valkey_clients.h"

namespace prichal::bridge {

struct BridgeShared;
struct BridgeSnapshot;

/// The bridge on all loops of a server: GET /bridge/events, POST /bridge/message,
/// POST /bridge/verify and GET /bridge/limits.
///
/// Owns a BridgeLoop for each loop and the objects that they share. Used on the main thread unless
/// stated otherwise. Must outlive the server, whose connections and timers point to it.
class BridgeService {
 public:
  /// `store`, `webhooks` and `backend` must outlive the service. `webhooks`: with
  /// Notices::Targets() of the options as targets; null without webhooks. `backend`: null if the
  /// messages are in this process and in `store`.
  BridgeService(http::Server& server, const BridgeOptions& options, store::Store& store,
                outbound::WebhookSender* webhooks = nullptr,
                const ValkeyBackend* backend = nullptr);
  BridgeService(const BridgeService&) = delete;
  BridgeService& operator=(const BridgeService&) = delete;
  ~BridgeService();

  /// Destroys the clients of the backend. Call it after the loops have ended and before they are
  /// destroyed.
  void Disconnect();

  /// Loads the messages of the store. Call it once, before the loops run, and only without a
  /// backend.
  Result<store::Loaded, std::string> Restore();

  /// Makes the handler of `loop` for all paths for which Owns() is true. Call it before the loops
  /// run.
  [[nodiscard]] std::unique_ptr<http::Handler> MakeHandler(http::Loop& loop);

  /// True for every path below "/bridge/".
  [[nodiscard]] static bool Owns(std::string_view path);

  /// Applies new options. Open streams keep their heartbeat and limits. Options that apply only at
  /// the start, such as `limited_addresses` and webhooks, do not change.
  void Reload(const BridgeOptions& options);

  /// Returns the metrics of all loops. Any thread.
  [[nodiscard]] bridge::Stats Stats() const;
  /// Messages in memory that a store does not have yet, after it has lost its contents. 0: the
  /// store is complete. Any thread.
  [[nodiscard]] std::uint64_t RefillPending() const;
  /// Returns the metrics of the backend; zeros without one. Any thread.
  [[nodiscard]] ValkeyCounters BackendStats() const;
  /// True if the client of each loop gets replies and pushes from the backend. Any thread.
  [[nodiscard]] bool BackendReady() const;
  /// Number of uses of each bypass token, in the order of the configuration. Any thread.
  [[nodiscard]] std::vector<std::uint64_t> TokenUses() const;

 private:
  std::unique_ptr<BridgeShared> shared_;
  mutable std::mutex mutex_;
  std::shared_ptr<const BridgeSnapshot> snapshot_;  ///< the latest; guarded by mutex_
};

class BridgeLoop;

/// Objects that all loops of the bridge share. Owned by BridgeService. Constant while the loops
/// run, except `event_ids` and `admission`, which any thread may use. Values that a reload changes
/// are in each loop's BridgeSnapshot.
struct BridgeShared {
  /// See BridgeService::BridgeService().
  BridgeShared(const BridgeOptions& chosen, store::Store& kept_in, outbound::WebhookSender* told_by,
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
  outbound::WebhookSender* const webhooks;
  const ValkeyBackend* const valkey;
  const Notices notices;
  const SipHash hash;
  const std::unique_ptr<Admission> admission;
  EventIds event_ids;
  Fingerprints fingerprints;
  std::vector<std::unique_ptr<BridgeLoop>> loops;
};

/// Creates the backend that `store.valkey_*` describes, for BridgeService. `clients` makes its
/// clients.
[[nodiscard]] std::unique_ptr<const ValkeyBackend> MakeValkeyBackend(
    const config::Settings& settings, const std::shared_ptr<valkey::ValkeyClients>& clients);

}  // namespace prichal::bridge
