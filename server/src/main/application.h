#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problems.h"
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

namespace prichal::main {

/// The whole server, assembled from its modules.
///
/// Lifecycle: Start() once; then Reload(), ReopenFiles() and RunDueTasks() in any order; then
/// Drain() once. If Start() fails, only destroy the object. Main thread; functions that other
/// threads call are private and marked.
///
/// Start() opens files, addresses and stores, loads the messages, makes the handlers of every loop,
/// and starts the threads. Requests are answered only after all these steps. Drain() ends
/// connections and loops first, then the threads that loops hand work to (store, sign-in), then
/// webhooks, which these threads feed.
class Application {
 public:
  /// `sockets`: sockets passed by the service manager.
  Application(const config::Settings& settings, InheritedSockets sockets);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application();

  /// Returns the text for stdout: a line with the addresses and, in development mode, a line with
  /// the address of the sandbox. The error is all problems, one line each.
  Result<std::string, std::vector<std::string>> Start();

  /// Purpose of Check().
  enum class Purpose {
    kStart,   ///< before the start of a server
    kReload,  ///< before a reload: a running server holds the addresses and the data folder
  };
  /// Returns the problems that Start() or Reload() would find with these settings, one line each.
  /// Opens the same files and addresses as Start() and closes them again, but checks only the
  /// access to the data folder.
  [[nodiscard]] static std::vector<std::string> Check(config::Settings settings, Purpose purpose);

  /// Feeds the service manager's watchdog while every loop responds. Call it after Start().
  /// `notifier` must outlive this object.
  void FeedWatchdog(const Notifier& notifier, std::chrono::microseconds interval);

  /// Shuts down gracefully: turns readiness off, waits for server.drain_delay, stops accepting,
  /// ends streams cleanly and answers open requests. Returns when this is done or
  /// server.drain_deadline has passed, after the store has written its data.
  void Drain();

  /// Reads the site's build and the bypass tokens again and applies `next`, except keys that apply
  /// only at the start. Streams and open requests continue. Returns the names of changed keys that
  /// need a restart. On error nothing changes; the error is one line.
  Result<std::vector<std::string>, std::string> Reload(config::Settings next);

  /// Reopens log files that logrotate may have renamed. If that fails, the old file stays in use
  /// and the failure is logged.
  void ReopenFiles();

  /// Time until RunDueTasks() has work. Empty if never.
  [[nodiscard]] std::optional<Millis> UntilNextTask() const;
  /// Removes expired files of earlier builds, applies a fetched wallets list, reloads changed
  /// certificates, and rotates signing keys or loads keys that another process has rotated.
  void RunDueTasks();

  /// True if the server has requested its own end with SIGTERM. The last error in the log is the
  /// reason.
  [[nodiscard]] bool failed() const { return failed_; }

  [[nodiscard]] telemetry::Log& log() { return log_; }

 private:
  /// Adds the bypass tokens of the token file to the settings.
  static Result<config::Settings, std::string> WithTokens(config::Settings settings);
  void SetSite(std::shared_ptr<const site::Site> site);
  /// Makes the site with the current wallets list. `before`: the site it replaces, or null.
  [[nodiscard]] Result<std::shared_ptr<const site::Site>, std::vector<std::string>> MakeSite(
      site::SiteFiles files, const site::Options& options, const site::Site* before);
  /// Applies a newly fetched wallets list to the site.
  void ApplyNewWallets(Millis now);
  [[nodiscard]] SiteHandler::Content Content() const;
  /// Options of the HTTP server; `max_connections` is reduced to the limit of open files.
  [[nodiscard]] http::ServerOptions NetOptions();
  /// The first step of Start(): opens everything, and finds all problems. For Check() the data
  /// folder is not opened, and not even the addresses are before a reload.
  Problems Open(std::optional<Purpose> check);
  /// Checks the files that Open() would create or lock, and makes it skip them.
  void CheckData(Purpose purpose, Problems& problems);
  /// Opens the store and its connections, webhooks and the bridge.
  void OpenMessages(Problems& problems);
  Result<void, std::string> StartThreads();
  /// Stops the threads that loops hand work to. They post to the loops, so they must stop while the
  /// loops exist. Can be called repeatedly.
  void StopThreads();
  Result<void, std::string> OpenStore();
  void OpenWebhooks();
  /// Opens sign-in if it is enabled.
  void OpenAuth(Problems& problems);
  /// Makes the handlers of sign-in, if it is enabled. Call it after Serve().
  void ServeAuth();
  Result<std::unique_ptr<signin::AuthBackend>, std::vector<std::string>> MakeAuthBackend();
  /// Documents to publish for these keys. Null if there are no keys.
  [[nodiscard]] std::shared_ptr<const site::PublishedDocuments> DocumentsOf(
      const signin::AuthBackend::Keys& keys) const;
  /// Publishes these keys and uses them to sign and verify. Any thread.
  void SetKeys(const signin::AuthBackend::Keys& keys);
  /// Connects to Valkey if `store.kind` is valkey.
  Result<void, std::string> OpenBackend();
  /// True if messages can be stored. Any thread.
  [[nodiscard]] bool CanKeep() const;
  /// True if users can sign in, or if sign-in is off. Any thread.
  [[nodiscard]] bool CanSignIn() const;
  Result<void, std::string> LoadMessages();
  void LogMessages();
  void OnBrokenFile(const bridge::store::BrokenFile& file);
  [[nodiscard]] std::unique_ptr<http::Handler> SiteOn(http::Loop& loop);
  /// Addresses as a user would write them: "http://127.0.0.1:8080".
  using Places = std::vector<std::string>;
  struct Listens {
    Places main;
    Places admin;
    Places redirects;
  };
  /// Binds all addresses of the configuration. Requests are not answered yet.
  void BindAll(bool checks, Problems& problems);
  /// Binds the addresses of `site`, whose name is their configuration key. `checks`: only checks
  /// them, without the sockets of the service manager, which only the server gets.
  Places Bind(const http::Site& site, const std::vector<ListenAddress>& addresses, bool checks,
              Problems& problems);
  /// Binds one address and adds it to `shown`.
  Result<void, std::string> BindOne(const http::Site& site, const ListenAddress& address,
                                    Places& shown);
  [[nodiscard]] http::Site MainSite();
  [[nodiscard]] http::Site AdminSite();
  [[nodiscard]] http::Site RedirectSite();
  /// Makes the handlers of a site and starts to listen. The loops answer when they run.
  Result<void, std::string> Serve(const http::Site& site);
  /// Waits until messages lost by the store have been written again (StoreRefill). The loops must
  /// run.
  void AwaitRefill(std::chrono::steady_clock::time_point deadline);
  /// Completes all pending work after the last connection has ended.
  void CompleteShutdown(std::chrono::steady_clock::time_point deadline);
  /// Logs details of the listeners, and sockets of the service manager that no address uses.
  void LogListeners();
  /// Sets up TLS. Call it before BindAll().
  Result<void, std::vector<std::string>> OpenTls();
  [[nodiscard]] std::string MetricsText() const;

  // Each member uses only members above it, or posts to the loops. Destroyed in reverse order: the
  // server with all connections, then the bridge, which connections refer to, then the webhooks,
  // which the bridge refers to.
  config::Settings settings_;
  InheritedSockets sockets_;
  telemetry::Log log_;
  std::atomic<bool> draining_ = false;
  std::atomic<bool> failed_ = false;
  outbound::HttpsClient https_;  ///< before its users: webhooks_, wallets_ and auth_

  // Messages.
  std::unique_ptr<bridge::store::Store> store_;
  std::shared_ptr<valkey::ValkeyClients> valkey_;  ///< null unless store.kind is valkey
  std::unique_ptr<const bridge::ValkeyBackend>
      backend_;  ///< null if messages are stored in this process
  bool in_memory_ = false;
  bridge::store::Loaded loaded_;                       ///< from before the restart
  Millis recovery_{0};                                 ///< duration of loading
  std::unique_ptr<outbound::WebhookSender> webhooks_;  ///< null if none is configured

  // The site.
  std::unique_ptr<site::wallets::WalletsRefresh> wallets_;
  std::shared_ptr<const site::Site> site_;
  Listens listens_;
  std::string address_ = "127.0.0.1:0";         ///< first listening address of the site
  std::vector<SiteHandler*> site_handlers_;     ///< of each loop; owned by the server
  ops::AdminHandler* admin_handler_ = nullptr;  ///< owned by the server

  std::unique_ptr<bridge::BridgeService> bridge_;

  // Sign-in; all null or empty if it is off.
  std::unique_ptr<signin::AuthBackend> auth_backend_;
  std::unique_ptr<signin::AuthService> auth_;
  std::string issuer_;  ///< of tokens
  site::PublishedDocuments::Endpoints endpoints_;

  dev::BridgeFaults faults_;  ///< set only in development mode
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<ops::TlsSite> tls_;       ///< null if the site uses no TLS
  std::unique_ptr<LoopWatchdog> watchdog_;  ///< null if the watchdog is off
};

}  // namespace prichal::main
