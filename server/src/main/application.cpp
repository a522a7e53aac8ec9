// The server assembled from its modules: start, reload, drain, metrics and sign-in keys.

#include "main/application.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

#include "bridge/http/bridge_service.h"
#include "config/resolve.h"
#include "dev/stand_handler.h"
#include "main/router.h"
#include "ops/commands/configure.h"
#include "ops/metrics/metrics.h"
#include "signin/keys/key_schedule.h"
#include "signin/service/backend.h"

namespace prichal::main {
namespace {

telemetry::Format FormatNamed(std::string_view name) {
  return name == "json" ? telemetry::Format::kJson : telemetry::Format::kText;
}

/// Returns the remaining time; not negative.
Millis TimeLeft(std::chrono::steady_clock::time_point deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return std::max(Millis(0), std::chrono::duration_cast<Millis>(left));
}

}  // namespace

Application::Application(const config::Settings& settings, InheritedSockets sockets)
    : settings_(settings),
      sockets_(std::move(sockets)),
      log_(telemetry::LevelNamed(settings.log.level), FormatNamed(settings.log.format)) {}

Application::~Application() {
  StopThreads();
  // Destroys the backend's clients on the loops before the backend.
  if (bridge_ != nullptr) bridge_->Disconnect();
}

Result<std::string, std::vector<std::string>> Application::Start() {
  const auto fail = [](const std::string& problem) { return Fail(std::vector{problem}); };
  // 1. Open. From here on the kernel queues connections, and the address of the site is known.
  if (const Problems problems = Open(std::nullopt); !problems.empty()) {
    return Fail(problems.lines());
  }

  // 2. Load the messages, before clients can request them.
  if (auto loaded = LoadMessages(); !loaded) return fail(loaded.error());

  // 3. Make the handlers of every loop.
  for (const http::Site& each : {MainSite(), AdminSite(), RedirectSite()}) {
    if (auto serves = Serve(each); !serves) return fail(serves.error());
  }
  ServeAuth();
  for (auto* handler : site_handlers_) handler->SetContent(Content());

  // 4. Start the threads. From here on requests are answered.
  if (auto started = StartThreads(); !started) return fail(started.error());
  LogMessages();
  wallets_->SetOptions(settings_.wallets);
  LogListeners();
  auto lines = fmt::format("prichal: listening on {}, admin on {}", fmt::join(listens_.main, ", "),
                           fmt::join(listens_.admin, ", "));
  if (settings_.dev.enabled) {
    lines += fmt::format("\nprichal: the sandbox is at {}/stand/", listens_.main.front());
  }
  return lines;
}

Result<void, std::string> Application::StartThreads() {
  store_->Start(
      [this](std::uint32_t loop, Task task) { server_->loop(loop).PostAlways(std::move(task)); });
  server_->Start();
  if (auth_backend_ == nullptr) return {};
  auto keys = auth_backend_->AwaitKeys();
  if (keys) return {};
  (void)server_->Drain(Millis(0));
  return Fail(keys.error());
}

void Application::StopThreads() {
  if (store_ != nullptr) store_->Stop();
  if (auth_ != nullptr) auth_->Stop();
  if (auth_backend_ != nullptr) auth_backend_->Stop();
}

void Application::Drain() {
  draining_ = true;
  // 1. Turn readiness off. The loops still serve, so that load balancers can notice first.
  if (const auto delay = settings_.server.drain_delay; delay.count() > 0) {
    log_.Write(telemetry::Level::kInfo,
               "readiness is off; streams continue until server.drain_delay has passed",
               {{"milliseconds", delay.count()}});
    // A fixed time, because no load balancer acknowledges. A second signal ends the process here
    // too.
    std::this_thread::sleep_for(delay);
  }
  // 2. Write every message in memory to the file.
  wallets_->Stop();
  const auto end = std::chrono::steady_clock::now() + settings_.server.drain_deadline;
  AwaitRefill(end);
  // 3. Close all connections and end the loops.
  const bool clean = server_->Drain(TimeLeft(end));
  // 4. Write and send everything that the loops have handed over.
  CompleteShutdown(end);
  log_.Write(clean ? telemetry::Level::kInfo : telemetry::Level::kWarn,
             clean ? "drained" : "server.drain_deadline has passed; open connections were closed");
}

void Application::AwaitRefill(std::chrono::steady_clock::time_point deadline) {
  // Polls, because each loop counts its own messages and this thread has no other work.
  constexpr Millis kPollInterval{10};
  while (bridge_->RefillPending() > 0) {
    if (std::chrono::steady_clock::now() >= deadline) {
      log_.Write(telemetry::Level::kError,
                 "the new message file is incomplete; the missing messages are lost",
                 {{"messages", bridge_->RefillPending()}});
      return;
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

void Application::CompleteShutdown(std::chrono::steady_clock::time_point deadline) {
  if (watchdog_ != nullptr) watchdog_->LoopsHaveEnded();
  // After the loops: writes the messages that they handed over, although no sender waits for them.
  StopThreads();
  if (webhooks_ != nullptr && !webhooks_->Stop(TimeLeft(deadline))) {
    log_.Write(telemetry::Level::kWarn, "some webhooks were not sent",
               {{"dropped", webhooks_->Snapshot().dropped}});
  }
  if (auth_ != nullptr && !auth_->StopTelling(TimeLeft(deadline))) {
    log_.Write(telemetry::Level::kWarn, "some webhooks of sign-in were not sent");
  }
}

Result<std::vector<std::string>, std::string> Application::Reload(config::Settings next) {
  auto waits_for_start = config::KeepFromStart(settings_, next);
  auto with_tokens = WithTokens(std::move(next));
  if (!with_tokens) return Fail(with_tokens.error());
  auto files = site::ReadSite(ops::WebFolderOf(*with_tokens),
                              with_tokens->dev.enabled ? &with_tokens->dev.stand : nullptr);
  if (!files) return Fail(fmt::format("{}", fmt::join(files.error(), " ")));
  auto site = MakeSite(*std::move(files), ops::SiteOptionsOf(*with_tokens, address_), site_.get());
  if (!site) return Fail(fmt::format("{}", fmt::join(site.error(), " ")));

  std::function<void()> reload_auth;
  if (auth_ != nullptr) {
    auto prepared = auth_->PrepareReload(with_tokens->log.addresses);
    if (!prepared) return Fail(prepared.error());
    reload_auth = *std::move(prepared);
  }

  if (tls_ != nullptr) {
    if (auto read = tls_->Reload(); !read) return Fail(read.error());
  }

  // No step below can fail.
  if (reload_auth) reload_auth();
  settings_ = *std::move(with_tokens);
  log_.SetLeast(telemetry::LevelNamed(settings_.log.level));
  server_->Reload(NetOptions());
  bridge_->Reload(ops::BridgeOptionsOf(settings_));
  if (auth_backend_ != nullptr) auth_backend_->RefreshKeys();
  SetSite(*std::move(site));
  wallets_->Load();
  ApplyNewWallets(MachineClock().Now().steady);
  wallets_->SetOptions(settings_.wallets);
  return waits_for_start;
}

void Application::ReopenFiles() {
  if (auth_ == nullptr) return;
  if (auto opened = auth_->ReopenAudit(); !opened) {
    log_.Write(telemetry::Level::kError, "cannot reopen the audit log; the old file stays in use",
               {{"problem", opened.error()}});
  }
}

void Application::SetSite(std::shared_ptr<const site::Site> site) {
  site_ = std::move(site);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    server_->loop(i).PostAlways([handler = site_handlers_[i], content = Content()]() mutable {
      handler->SetContent(std::move(content));
    });
  }
}

void Application::ApplyNewWallets(Millis now) {
  const auto wallets = wallets_->TakeNew();
  if (wallets == nullptr) return;
  auto site = site_->WithWallets(*wallets, now);
  // Cannot fail in practice: the list was validated when it was fetched.
  if (site) SetSite(*std::move(site));
}

SiteHandler::Content Application::Content() const {
  SiteHandler::Content content{.site = site_, .logged_clients = std::nullopt};
  if (settings_.log.addresses) content.logged_clients = ops::ProxiesOf(settings_);
  return content;
}

std::optional<Millis> Application::UntilNextTask() const {
  Millis wait = Millis::max();
  if (auth_backend_ != nullptr) wait = signin::AuthBackend::kInterval;
  if (tls_ != nullptr) wait = std::min(wait, ops::TlsSite::kLookEvery);
  if (wallets_->is_running()) wait = std::min(wait, site::wallets::WalletsRefresh::kLookEvery);
  if (const auto next = site_->NextToGo()) {
    wait = std::min(wait, std::max(Millis(0), *next - MachineClock().Now().steady));
  }
  return wait == Millis::max() ? std::nullopt : std::optional(wait);
}

void Application::RunDueTasks() {
  const Millis now = MachineClock().Now().steady;
  if (tls_ != nullptr) tls_->RunDueTasks(now);
  ApplyNewWallets(now);
  if (const auto next = site_->NextToGo(); next && *next <= now) SetSite(site_->WithoutGone(now));
  if (auth_backend_ != nullptr) auth_backend_->RefreshKeys();
}

std::unique_ptr<http::Handler> Application::SiteOn(http::Loop& loop) {
  auto site = std::make_unique<SiteHandler>(bridge_->MakeHandler(loop), log_);
  site_handlers_.push_back(site.get());
  if (!settings_.dev.enabled) return site;
  return std::make_unique<dev::StandHandler>(std::move(site), loop, faults_);
}

bool Application::CanKeep() const {
  return backend_ != nullptr ? bridge_->BackendReady() : store_->healthy();
}

bool Application::CanSignIn() const { return auth_backend_ == nullptr || auth_backend_->ready(); }

Result<void, std::string> Application::LoadMessages() {
  if (backend_ != nullptr) return {};
  const auto began = std::chrono::steady_clock::now();
  const auto loaded = bridge_->Restore();
  if (!loaded) return Fail("store.data: " + loaded.error());
  recovery_ = std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - began);
  loaded_ = *loaded;
  return {};
}

void Application::LogMessages() {
  if (backend_ != nullptr) {
    log_.Write(telemetry::Level::kInfo, "messages are stored in Valkey",
               {{"replicas", settings_.store.valkey_replicas}});
    return;
  }
  if (in_memory_) {
    log_.Write(telemetry::Level::kInfo, "messages are stored in memory; a restart loses them");
    return;
  }
  log_.Write(telemetry::Level::kInfo, "messages loaded",
             {{"messages", loaded_.messages},
              {"expired", loaded_.expired},
              {"milliseconds", recovery_.count()}});
}

void Application::FeedWatchdog(const Notifier& notifier, std::chrono::microseconds interval) {
  watchdog_ = std::make_unique<LoopWatchdog>(*server_, notifier, interval, log_);
}

std::string Application::MetricsText() const {
  telemetry::Exposition exposition;
  const ops::MetricsSnapshot numbers{
      .http = server_->Stats(),
      .tls = tls_ ? tls_->Stats() : ops::TlsStats(),
      .bridge = bridge_->Stats(),
      .store = store_->Snapshot(),
      .valkey = bridge_->BackendStats(),
      .valkey_client = valkey_ ? valkey_->Stats() : valkey::ClientCounters(),
      .now = MachineClock().Now().steady,
      .webhooks = webhooks_ ? webhooks_->Snapshot() : outbound::WebhookStats(),
      .process = telemetry::ReadProcess(),
      .token_uses = bridge_->TokenUses(),
      .version = ops::kVersion,
      .storage = backend_ != nullptr ? "valkey"
                 : in_memory_        ? "memory"
                                     : "sqlite",
      .loops = server_->loop_count(),
      .log_lines_dropped = log_.dropped(),
      .restored = loaded_.messages,
      .recovery = recovery_,
      .refill_pending = bridge_->RefillPending(),
      .store_healthy = CanKeep(),
      .sign_in_healthy = CanSignIn(),
      .draining = draining_,
      .signs_in = auth_ != nullptr};
  ops::AddMetrics(exposition, numbers);
  if (auth_ != nullptr) ops::AddAuthMetrics(exposition, auth_->Stats(), CanSignIn());
  ops::AddWalletsMetrics(exposition, wallets_->Stats());
  ops::AddOfficialMetrics(exposition, numbers);
  return exposition.Text();
}

void Application::ServeAuth() {
  if (auth_ == nullptr) return;
  const auto documents = DocumentsOf(auth_backend_->first_keys());
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    site_handlers_[i]->ServeAuth(auth_->MakeHandler(server_->loop(i)));
    site_handlers_[i]->Publish(documents);
  }
  admin_handler_->ServeAuth(auth_->MakeAdmin());
  auth_backend_->Start([this](const signin::AuthBackend::Keys& others) { SetKeys(others); });
}

std::shared_ptr<const site::PublishedDocuments> Application::DocumentsOf(
    const signin::AuthBackend::Keys& keys) const {
  if (keys == nullptr) return nullptr;
  return std::make_shared<const site::PublishedDocuments>(*keys, issuer_, endpoints_);
}

void Application::SetKeys(const signin::AuthBackend::Keys& keys) {
  // Publish first, so that verifiers can find the key of every new token.
  const auto documents = DocumentsOf(keys);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    server_->loop(i).PostAlways(
        [handler = site_handlers_[i], documents] { handler->Publish(documents); });
  }
  auth_->SetKeys(keys);
}

}  // namespace prichal::main
