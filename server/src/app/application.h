#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "app/bridge/service.h"
#include "base/result.h"
#include "config/settings.h"
#include "host/site.h"
#include "http/client_address.h"
#include "net/server.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "webhook/sender.h"

namespace prichal::app {

/// The whole server, wired. Lives on the main thread; Start() once, then Drain() once.
class Application {
 public:
  explicit Application(const config::Settings& settings);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application();

  /// Reads the builds, loads the messages that were kept, binds both addresses, puts the site
  /// together, starts the loops. Gives what to say on stdout: the line with both addresses and, in
  /// development mode, one with the stand's. The error is one line that names the value and the way
  /// out.
  Result<std::string, std::string> Start();

  /// Readiness off; when server.drain_delay has passed, nothing new, streams ended cleanly,
  /// requests under way answered. Returns when that is done or server.drain_deadline has passed,
  /// and the store has written what it has.
  void Drain();

  [[nodiscard]] telemetry::Log& log() { return log_; }

 private:
  Result<void, std::string> LoadTokens();
  Result<void, std::string> OpenStore();
  void OpenWebhooks();
  Result<void, std::string> LoadMessages();
  void LogMessages();
  Result<std::string, std::string> Listen(const net::Site& site, std::string_view key);
  [[nodiscard]] std::string MetricsText() const;

  config::Settings settings_;
  http::TrustedProxies proxies_;
  telemetry::Log log_;
  std::atomic<bool> draining_ = false;
  std::unique_ptr<store::Store> store_;
  bool in_memory_ = false;
  store::Loaded loaded_;  ///< from before the restart
  Millis recovery_{0};    ///< what loading took
  // Connections point into the site and the bridge, so both go after the server, and the bridge
  // into the webhooks.
  std::unique_ptr<webhook::Sender> webhooks_;  ///< null: nobody is told of messages
  std::unique_ptr<host::Site> site_;
  std::unique_ptr<BridgeService> bridge_;
  std::unique_ptr<net::Server> server_;
};

}  // namespace prichal::app
