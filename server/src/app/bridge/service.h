#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/bridge/options.h"
#include "app/bridge/valkey/backend.h"
#include "app/bridge/valkey/counters.h"
#include "base/result.h"
#include "bridge/counters.h"
#include "net/handler.h"
#include "net/server.h"
#include "store/store.h"
#include "webhook/notices.h"
#include "webhook/sender.h"

namespace prichal::app {

struct BridgeShared;
struct BridgeSnapshot;

/// The servers that are told of messages.
[[nodiscard]] webhook::NoticeOptions NoticeOptionsOf(const config::Settings::Bridge& settings);

/// The bridge on all loops of a server: GET /bridge/events, POST /bridge/message,
/// POST /bridge/verify and GET /bridge/limits.
///
/// Owns one BridgeLoop for each loop and what they share. Lives on the main thread; must outlive
/// the server, whose connections and timers point into it. Makes handlers before the loops run.
class BridgeService {
 public:
  /// `store` and `webhooks` must outlive the service. `webhooks`: has Notices::Targets() of the
  /// options as its targets; null when no server is to be told of messages. `backend`: outlives the
  /// service too; null when messages lie in this process and in `store`.
  BridgeService(net::Server& server, const BridgeOptions& options, store::Store& store,
                webhook::Sender* webhooks = nullptr, const ValkeyBackend* backend = nullptr);
  BridgeService(const BridgeService&) = delete;
  BridgeService& operator=(const BridgeService&) = delete;
  ~BridgeService();

  /// Ends what it has on the server's loops: when these have ended, and before they are destroyed.
  /// Nothing without a backend.
  void Disconnect();

  /// Loads what the store has kept from before a restart. Once, before the loops run. Not with a
  /// backend, which has it still.
  Result<store::Loaded, std::string> Restore();

  /// Answers every path that Owns() names, on `loop`.
  [[nodiscard]] std::unique_ptr<net::Handler> MakeHandler(net::Loop& loop);

  /// True for every path below "/bridge/".
  [[nodiscard]] static bool Owns(std::string_view path);

  /// From now on the bridge is run with these, on each loop from its next task on; streams that are
  /// open keep the heartbeat and the bounds that they began with. What is at the start only, such
  /// as `limited_addresses` and webhooks, stays.
  void Reload(const BridgeOptions& options);

  /// Any thread.
  [[nodiscard]] bridge::Stats Stats() const;
  /// Messages in memory that the store does not have, after it has lost its contents; 0: it is
  /// complete. Any thread.
  [[nodiscard]] std::uint64_t RefillPending() const;
  /// Of the backend; zeros without one. Any thread.
  [[nodiscard]] ValkeyCounters BackendStats() const;
  /// Whether each loop's client of the backend gets answers and pushes. Any thread.
  [[nodiscard]] bool BackendReady() const;
  /// How often each bypass token was used, in the order of the configuration. Any thread.
  [[nodiscard]] std::vector<std::uint64_t> TokenUses() const;

 private:
  std::unique_ptr<BridgeShared> shared_;
  mutable std::mutex mutex_;
  std::shared_ptr<const BridgeSnapshot> snapshot_;  ///< the newest; guarded
};

}  // namespace prichal::app
