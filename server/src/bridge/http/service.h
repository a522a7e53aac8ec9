#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "bridge/http/options.h"
#include "bridge/valkey/backend.h"
#include "bridge/valkey/counters.h"
#include "base/result.h"
#include "bridge/core/counters.h"
#include "http/connection/handler.h"
#include "http/server/server.h"
#include "bridge/store/store.h"
#include "bridge/http/notices.h"
#include "outbound/sender.h"

namespace prichal::app {

struct BridgeShared;
struct BridgeSnapshot;

/// The webhook targets of the configuration.
[[nodiscard]] webhook::NoticeOptions NoticeOptionsOf(const config::Settings::Bridge& settings);

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
  BridgeService(net::Server& server, const BridgeOptions& options, store::Store& store,
                webhook::Sender* webhooks = nullptr, const ValkeyBackend* backend = nullptr);
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
  [[nodiscard]] std::unique_ptr<net::Handler> MakeHandler(net::Loop& loop);

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

}  // namespace prichal::app
