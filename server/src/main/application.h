#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/telemetry/log.h"
#include "bridge/http/bridge_service.h"
#include "bridge/store/store.h"
#include "config/settings.h"
#include "dev/bridge_faults.h"
#include "http/server/server.h"
#include "main/loop_watchdog.h"
#include "main/router.h"
#include "main/systemd.h"
#include "ops/metrics/admin_handler.h"
#include "ops/tls/certificate_reload.h"
#include "outbound/https_client.h"
#include "outbound/webhook_sender.h"
#include "signin/http/auth_service.h"
#include "signin/service/backend.h"
#include "site/published_documents.h"
#include "site/site.h"
#include "site/wallets/refresher.h"
#include "valkey/valkey_clients.h"

namespace prichal::app {

/// The whole server, put together from its parts.
///
/// Lifecycle: Start() once; then Reload(), ReopenFiles() and RunDueTasks() in any order; then
/// Drain() once. An object whose Start() has failed is only destroyed. Belongs to the main thread;
/// what other threads call is private and says so.
///
/// Start() reads the files, binds the addresses, loads the messages, makes the handlers of every
/// loop, and starts the threads, in this order: no request is answered before everything that it
/// may need is there. Drain() goes the other way: connections and loops end first, then the threads
/// that the loops hand work to (store, sign-in), then webhooks, which these still feed.
class Application {
 public:
  /// `sockets`: those that the service manager has opened for this process.
  Application(const config::Settings& settings, systemd::InheritedSockets sockets);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application();

  /// Returns the text for stdout: the line with the addresses and, in development mode, a second
  /// line with the stand's. The error is one line that names the value and the fix.
  Result<std::string, std::string> Start();

  /// Feeds the service manager's watchdog as long as every loop turns. After Start(); `notifier`
  /// must outlive this.
  void FeedWatchdog(const systemd::Notifier& notifier, std::chrono::microseconds interval);

  /// Readiness off; when server.drain_delay has passed, nothing new, streams ended cleanly,
  /// requests under way answered. Returns when that is done or server.drain_deadline has passed,
  /// and the store has written what it has.
  void Drain();

  /// Reads the build and the tokens anew and makes `next` hold, but for the keys that are for the
  /// start. Streams and requests under way go on. Gives the names of those keys where they differ.
  /// The error is one line; everything is then as it was.
  Result<std::vector<std::string>, std::string> Reload(config::Settings next);

  /// Files that are written to may have been moved away (by logrotate): makes them anew. What
  /// cannot be made stays as it was, and the log says so.
  void ReopenFiles();

  /// When RunDueTasks() has something to do next; nothing: never.
  [[nodiscard]] std::optional<Millis> UntilNextTask() const;
  /// Lets go files of earlier builds whose time is over; serves a wallets list that was fetched;
  /// rotates signing keys, and takes those that another process has rotated.
  void RunDueTasks();

  /// The server asked for its own end (by SIGTERM), because of what the log's last error says.
  [[nodiscard]] bool failed() const { return failed_; }

  [[nodiscard]] telemetry::Log& log() { return log_; }

 private:
  void SetSite(std::shared_ptr<const host::Site> site);
  /// With the wallets list that was fetched, where there is one. `before`: that it follows, or
  /// null.
  [[nodiscard]] Result<std::shared_ptr<const host::Site>, std::string> MakeSite(
      host::SiteFiles files, const host::Options& options, const host::Site* before);
  /// The site with a list that has come meanwhile.
  void ApplyNewWallets(Millis now);
  [[nodiscard]] SiteHandler::Content Content() const;
  /// With as many connections as the open files allow.
  [[nodiscard]] net::ServerOptions NetOptions();
  /// The steps of Start(), in its order.
  Result<void, std::string> OpenMessages();
  Result<void, std::string> StartThreads();
  /// Stops the threads that loops hand work to. They post to the loops, so they stop while the
  /// loops still exist. May be called again.
  void StopThreads();
  Result<void, std::string> OpenStore();
  void OpenWebhooks();
  /// Where anybody may sign in. `address`: of the site.
  Result<void, std::string> OpenAuth(const std::string& address);
  Result<std::unique_ptr<AuthBackend>, std::string> MakeAuthBackend();
  /// What is published of these keys; null where there are none yet.
  [[nodiscard]] std::shared_ptr<const PublishedDocuments> DocumentsOf(
      const AuthBackend::Keys& keys) const;
  /// From now on these are published, sign and verify. Any thread.
  void SetKeys(const AuthBackend::Keys& keys);
  /// Where `store.kind` is valkey.
  Result<void, std::string> OpenBackend();
  /// Messages.
  [[nodiscard]] bool CanKeep() const;
  /// Nobody signs in here, or whoever comes can.
  [[nodiscard]] bool CanSignIn() const;
  Result<void, std::string> LoadMessages();
  void LogMessages();
  void OnBrokenFile(const store::BrokenFile& file);
  [[nodiscard]] std::unique_ptr<net::Handler> SiteOn(net::Loop& loop);
  /// What is listened on, as a visitor would write it: "http://127.0.0.1:8080".
  using Places = std::vector<std::string>;
  struct Listens {
    Places main;
    Places admin;
    Places redirects;
  };
  /// All addresses of the configuration. Nobody is answered yet.
  Result<Listens, std::string> BindAll();
  /// The addresses of `site`, whose name is their key.
  Result<Places, std::string> Bind(const net::Site& site,
                                   const std::vector<ListenAddress>& addresses);
  [[nodiscard]] net::Site MainSite();
  [[nodiscard]] net::Site AdminSite();
  [[nodiscard]] net::Site RedirectSite();
  /// What is listened on as the last step of a start: from here on everybody is answered.
  Result<void, std::string> Serve(const net::Site& site);
  /// Waits until the store has every message again that it has lost (StoreRefill). The loops must
  /// run.
  void AwaitRefill(std::chrono::steady_clock::time_point deadline);
  /// All that has to be finished when nobody is connected any more.
  void CompleteShutdown(std::chrono::steady_clock::time_point deadline);
  /// What the first line does not say, and sockets of the service manager that no address has asked
  /// for: they would never be answered.
  void LogListeners(const Listens& listens);
  /// Before anything is listened on.
  Result<void, std::string> OpenTls();
  [[nodiscard]] std::string MetricsText() const;

  // A part uses only parts above it, or posts to the loops. They are destroyed from below: the
  // server with all connections first, then the bridge, to which the connections point, then the
  // webhooks, to which the bridge points.
  config::Settings settings_;
  systemd::InheritedSockets sockets_;
  telemetry::Log log_;
  std::atomic<bool> draining_ = false;
  std::atomic<bool> failed_ = false;
  curl::HttpsClient https_;  ///< before its users: webhooks_, wallets_ and auth_

  // Messages.
  std::unique_ptr<store::Store> store_;
  std::shared_ptr<ValkeyClients> valkey_;         ///< null: store.kind is another
  std::unique_ptr<const ValkeyBackend> backend_;  ///< null: messages wait in this process
  bool in_memory_ = false;
  store::Loaded loaded_;                       ///< from before the restart
  Millis recovery_{0};                         ///< duration of loading
  std::unique_ptr<webhook::Sender> webhooks_;  ///< null: none is configured

  // The site.
  std::unique_ptr<WalletsRefresh> wallets_;
  std::shared_ptr<const host::Site> site_;
  std::string address_;                      ///< of the site, the first that it is listened on
  std::vector<SiteHandler*> site_handlers_;  ///< of each loop; the server owns them
  AdminHandler* admin_handler_ = nullptr;    ///< the server owns it

  std::unique_ptr<BridgeService> bridge_;

  // Sign-in; all null or empty if it is off.
  std::unique_ptr<AuthBackend> auth_backend_;
  std::unique_ptr<AuthService> auth_;
  std::string issuer_;  ///< of tokens
  PublishedDocuments::Endpoints endpoints_;

  BridgeFaults faults_;  ///< chosen in development only
  std::unique_ptr<net::Server> server_;
  std::unique_ptr<TlsSite> tls_;            ///< null: the site is plain
  std::unique_ptr<LoopWatchdog> watchdog_;  ///< null: the service manager wants no heartbeat
};

}  // namespace prichal::app
