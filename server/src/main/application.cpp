// The server assembled from its modules: start, reload, drain and sign-in keys.

#include "main/application.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "bridge/http/admission.h"
#include "bridge/http/bridge_service.h"
#include "config/resolve.h"
#include "dev/stand_handler.h"
#include "main/router.h"
#include "ops/commands/configure.h"
#include "ops/metrics/admin_handler.h"
#include "ops/metrics/metrics.h"
#include "signin/keys/key_service.h"
#include "signin/service/backend.h"
#include "signin/service/valkey_backend.h"

namespace prichal::app {
namespace {

/// Adds the bypass tokens of the token file.
Result<config::Settings, std::string> WithTokens(config::Settings settings) {
  auto& tokens = settings.bridge.bypass_tokens;
  const std::string& path = settings.bridge.bypass_tokens_file;
  if (!path.empty()) {
    auto more = ReadBypassTokens(path);
    if (!more) return Fail("bridge.bypass_tokens_file: " + more.error());
    tokens.insert(tokens.end(), more->begin(), more->end());
  }
  if (tokens.size() > BypassTokens::kMost) {
    return Fail(
        fmt::format("bridge.bypass_tokens: {} tokens with those of the file; allowed are {}",
                    tokens.size(), BypassTokens::kMost));
  }
  return settings;
}

telemetry::Format FormatNamed(std::string_view name) {
  return name == "json" ? telemetry::Format::kJson : telemetry::Format::kText;
}

/// Returns the remaining time; not negative.
Millis TimeLeft(std::chrono::steady_clock::time_point deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return std::max(Millis(0), std::chrono::duration_cast<Millis>(left));
}

}  // namespace

Application::Application(const config::Settings& settings, systemd::InheritedSockets sockets)
    : settings_(settings),
      sockets_(std::move(sockets)),
      log_(telemetry::LevelNamed(settings.log.level), FormatNamed(settings.log.format)) {}

Application::~Application() {
  StopThreads();
  // Destroys the backend's clients on the loops before the backend.
  if (bridge_ != nullptr) bridge_->Disconnect();
}

Result<std::string, std::string> Application::Start() {
  // 1. Read and check the input files.
  auto files =
      host::ReadSite(settings_.site.web, settings_.dev.enabled ? &settings_.dev.stand : nullptr);
  if (!files) return Fail(files.error());
  auto with_tokens = WithTokens(settings_);
  if (!with_tokens) return Fail(with_tokens.error());
  settings_ = *std::move(with_tokens);

  // 2. Bind. From here on the kernel queues connections, and the address of the site is known.
  server_ = std::make_unique<net::Server>(NetOptions());
  if (auto opened = OpenTls(); !opened) return Fail(opened.error());
  const auto listens = BindAll();
  if (!listens) return Fail(listens.error());
  wallets_ = std::make_unique<WalletsRefresh>(DataFolderOf(settings_), https_, log_);
  wallets_->Load();
  auto site = MakeSite(*std::move(files), HostOptionsOf(settings_, address_), nullptr);
  if (!site) return Fail(fmt::format("site.web: {}: {}", settings_.site.web, site.error()));
  site_ = *std::move(site);

  // 3. Load the messages, before clients can request them.
  if (auto opened = OpenMessages(); !opened) return Fail(opened.error());

  // 4. Make the handlers of every loop.
  for (const net::Site& each : {MainSite(), AdminSite(), RedirectSite()}) {
    if (auto serves = Serve(each); !serves) return Fail(serves.error());
  }
  if (auto opened = OpenAuth(address_); !opened) return Fail(opened.error());
  for (auto* handler : site_handlers_) handler->SetContent(Content());

  // 5. Start the threads. From here on requests are answered.
  if (auto started = StartThreads(); !started) return Fail(started.error());
  LogMessages();
  wallets_->SetOptions(settings_.wallets);
  LogListeners(*listens);
  auto lines = fmt::format("prichal: listening on {}, admin on {}", fmt::join(listens->main, ", "),
                           fmt::join(listens->admin, ", "));
  if (settings_.dev.enabled)
    lines += fmt::format("\nprichal: the stand is at {}/stand/", listens->main.front());
  return lines;
}

Result<void, std::string> Application::OpenMessages() {
  if (auto opened = OpenStore(); !opened) return opened;
  if (auto opened = OpenBackend(); !opened) return opened;
  OpenWebhooks();
  bridge_ = std::make_unique<BridgeService>(*server_, BridgeOptionsOf(settings_), *store_,
                                            webhooks_.get(), backend_.get());
  return LoadMessages();
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
    log_.Write(telemetry::Level::kInfo, "readiness is off, streams go on for now",
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
             clean ? "drained" : "drain deadline passed, connections were cut");
}

void Application::AwaitRefill(std::chrono::steady_clock::time_point deadline) {
  // Polls, because each loop counts its own messages and this thread has no other work.
  constexpr Millis kPollInterval{10};
  while (bridge_->RefillPending() > 0) {
    if (std::chrono::steady_clock::now() >= deadline) {
      log_.Write(telemetry::Level::kError,
                 "the new file of messages is incomplete; the messages it lacks are lost",
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
    log_.Write(telemetry::Level::kWarn, "webhooks were not all sent",
               {{"dropped", webhooks_->Snapshot().dropped}});
  }
  if (auth_ != nullptr && !auth_->StopTelling(TimeLeft(deadline))) {
    log_.Write(telemetry::Level::kWarn, "webhooks of sign-in were not all sent");
  }
}

net::ServerOptions Application::NetOptions() {
  auto options = NetOptionsOf(settings_);
  const auto room = RaiseFileLimit(options.max_connections);
  if (room < options.max_connections) {
    log_.Write(telemetry::Level::kWarn, "the open files limit allows fewer connections",
               {{"server.max_connections", options.max_connections}, {"allowed", room}});
    options.max_connections = room;
  }
  return options;
}

Result<std::vector<std::string>, std::string> Application::Reload(config::Settings next) {
  auto waits_for_start = config::KeepFromStart(settings_, next);
  auto with_tokens = WithTokens(std::move(next));
  if (!with_tokens) return Fail(with_tokens.error());
  auto files = host::ReadSite(with_tokens->site.web,
                              with_tokens->dev.enabled ? &with_tokens->dev.stand : nullptr);
  if (!files) return Fail(files.error());
  wallets_->Load();
  auto site = MakeSite(*std::move(files), HostOptionsOf(*with_tokens, address_), site_.get());
  if (!site) return Fail(fmt::format("site.web: {}: {}", with_tokens->site.web, site.error()));

  if (auth_ != nullptr) {
    if (auto read = auth_->Reload(with_tokens->log.addresses); !read) return Fail(read.error());
  }

  if (tls_ != nullptr) {
    if (auto read = tls_->Reload(); !read) return Fail(read.error());
  }

  // No step below can fail.
  settings_ = *std::move(with_tokens);
  log_.SetLeast(telemetry::LevelNamed(settings_.log.level));
  server_->Reload(NetOptions());
  bridge_->Reload(BridgeOptionsOf(settings_));
  if (auth_backend_ != nullptr) auth_backend_->RefreshKeys();
  SetSite(*std::move(site));
  wallets_->SetOptions(settings_.wallets);
  return waits_for_start;
}

void Application::ReopenFiles() {
  if (auth_ == nullptr) return;
  if (auto opened = auth_->ReopenAudit(); !opened) {
    log_.Write(telemetry::Level::kError, "the audit log stays where it was",
               {{"problem", opened.error()}});
  }
}

void Application::SetSite(std::shared_ptr<const host::Site> site) {
  site_ = std::move(site);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    server_->loop(i).PostAlways([handler = site_handlers_[i], content = Content()]() mutable {
      handler->SetContent(std::move(content));
    });
  }
}

Result<std::shared_ptr<const host::Site>, std::string> Application::MakeSite(
    host::SiteFiles files, const host::Options& options, const host::Site* before) {
  const auto now = MachineClock().Now().steady;
  const auto wallets = wallets_->serving();
  return host::Site::Make(std::move(files), options, before, now, wallets.get());
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
  if (settings_.log.addresses) content.logged_clients = ProxiesOf(settings_);
  return content;
}

std::optional<Millis> Application::UntilNextTask() const {
  std::optional<Millis> wait;
  if (auth_backend_ != nullptr) wait = AuthBackend::kInterval;
  if (tls_ != nullptr) wait = std::min(wait.value_or(TlsSite::kLookEvery), TlsSite::kLookEvery);
  if (wallets_->is_running()) {
    wait = std::min(wait.value_or(WalletsRefresh::kLookEvery), WalletsRefresh::kLookEvery);
  }
  if (const auto next = site_->NextToGo()) {
    const Millis until = std::max(Millis(0), *next - MachineClock().Now().steady);
    wait = wait ? std::min(*wait, until) : until;
  }
  return wait;
}

void Application::RunDueTasks() {
  const Millis now = MachineClock().Now().steady;
  if (tls_ != nullptr) tls_->RunDueTasks(now);
  ApplyNewWallets(now);
  if (const auto next = site_->NextToGo(); next && *next <= now) SetSite(site_->WithoutGone(now));
  if (auth_backend_ != nullptr) auth_backend_->RefreshKeys();
}

std::unique_ptr<net::Handler> Application::SiteOn(net::Loop& loop) {
  auto site = std::make_unique<SiteHandler>(bridge_->MakeHandler(loop), log_);
  site_handlers_.push_back(site.get());
  if (!settings_.dev.enabled) return site;
  return std::make_unique<StandHandler>(std::move(site), loop, faults_);
}

Result<void, std::string> Application::OpenStore() {
  auto options = StoreOptionsOf(settings_);
  options.on_health = [this](bool healthy, const std::string& reason) {
    if (healthy) {
      log_.Write(telemetry::Level::kInfo, "messages can be kept again");
    } else {
      log_.Write(telemetry::Level::kError, "messages cannot be kept", {{"reason", reason}});
    }
  };
  options.on_broken = [this](const store::BrokenFile& file) { OnBrokenFile(file); };
  auto store = store::MakeStore(options);
  if (!store) return Fail("store.data: " + store.error());
  store_ = *std::move(store);
  in_memory_ = options.kind == store::Kind::kMemory;
  return {};
}

Result<void, std::string> Application::OpenBackend() {
  if (settings_.store.kind != "valkey") return {};
  auto clients = ValkeyClients::Create(settings_, [this](const std::string& line) {
    log_.Write(telemetry::Level::kInfo, "valkey: " + line);
  });
  if (!clients) return Fail(clients.error());
  valkey_ = *std::move(clients);
  backend_ = MakeValkeyBackend(settings_, valkey_);
  return {};
}

bool Application::CanKeep() const {
  return backend_ != nullptr ? bridge_->BackendReady() : store_->healthy();
}

bool Application::CanSignIn() const { return auth_backend_ == nullptr || auth_backend_->ready(); }

void Application::OnBrokenFile(const store::BrokenFile& file) {
  if (!file.stays) {
    log_.Write(telemetry::Level::kError,
               "the file of messages is broken; it was set aside, and what is in memory is written "
               "into a new one",
               {{"file", file.path}, {"reason", file.reason}, {"kept_as", file.kept_as}});
    return;
  }
  log_.Write(telemetry::Level::kError,
             "the file of messages is broken; the server stops, as store.on_corrupt says",
             {{"file", file.path}, {"reason", file.reason}});
  failed_ = true;
  kill(getpid(), SIGTERM);
}

void Application::OpenWebhooks() {
  const auto notices = NoticeOptionsOf(settings_.bridge);
  if (notices.urls.empty() && notices.copy_to.empty()) return;
  webhook::SenderOptions options;
  options.most_bytes = settings_.bridge.webhook_bytes;
  options.targets = webhook::Notices(notices).Targets();
  options.on_health = [this](const std::string& target, bool healthy, const std::string& reason) {
    if (healthy) {
      log_.Write(telemetry::Level::kInfo, "a webhook is taken again", {{"target", target}});
    } else {
      log_.Write(telemetry::Level::kWarn, "a webhook is not taken",
                 {{"target", target}, {"reason", reason}});
    }
  };
  webhooks_ = std::make_unique<webhook::Sender>(https_, std::move(options));
}

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
    log_.Write(telemetry::Level::kInfo, "messages wait in Valkey",
               {{"replicas", settings_.store.valkey_replicas}});
    return;
  }
  if (in_memory_) {
    log_.Write(telemetry::Level::kInfo, "messages wait in memory, a restart loses them");
    return;
  }
  log_.Write(telemetry::Level::kInfo, "messages loaded",
             {{"messages", loaded_.messages},
              {"expired", loaded_.expired},
              {"milliseconds", recovery_.count()}});
}

void Application::FeedWatchdog(const systemd::Notifier& notifier,
                               std::chrono::microseconds interval) {
  watchdog_ = std::make_unique<LoopWatchdog>(*server_, notifier, interval, log_);
}

Result<void, std::string> Application::OpenTls() {
  if (settings_.server.tls_certificate.empty()) return {};
  tls_ = std::make_unique<TlsSite>(settings_.server, *server_, log_);
  return tls_->Open();
}

std::string Application::MetricsText() const {
  telemetry::Exposition exposition;
  const MetricsSnapshot numbers{
      .net = server_->Stats(),
      .tls = tls_ ? tls_->Stats() : TlsStats(),
      .bridge = bridge_->Stats(),
      .store = store_->Snapshot(),
      .valkey = bridge_->BackendStats(),
      .valkey_client = backend_ ? backend_->client_stats() : valkey::ClientCounters(),
      .now = MachineClock().Now().steady,
      .webhooks = webhooks_ ? webhooks_->Snapshot() : webhook::Stats(),
      .process = telemetry::ReadProcess(),
      .token_uses = bridge_->TokenUses(),
      .version = kVersion,
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
  AddMetrics(exposition, numbers);
  if (auth_ != nullptr) AddAuthMetrics(exposition, auth_->Stats(), CanSignIn());
  AddWalletsMetrics(exposition, wallets_->Stats());
  AddOfficialMetrics(exposition, numbers);
  return exposition.Text();
}

Result<std::unique_ptr<AuthBackend>, std::string> Application::MakeAuthBackend() {
  if (valkey_ == nullptr) {
    return FileAuthBackend::Open(settings_.auth, DataFolderOf(settings_), *server_, log_);
  }
  auto sealing = SealingKeyOf(settings_.auth);
  if (!sealing) return Fail(sealing.error());
  // Events use sharded publish/subscribe, independent of the setting for messages.
  const ValkeyAuthBackend::Options options{.make_client =
                                               [this](net::Loop& loop, valkey::PushPort& port) {
                                                 return valkey_->Make(
                                                     loop, port, valkey::PushKind::kSharded, false);
                                               },
                                           .durability = valkey_->durability(),
                                           .policy = KeyPolicyOf(settings_.auth)};
  return std::unique_ptr<AuthBackend>(
      std::make_unique<ValkeyAuthBackend>(*server_, options, *std::move(sealing), log_));
}

Result<void, std::string> Application::OpenAuth(const std::string& address) {
  AuthOptions options = AuthOptionsOf(settings_, address);
  if (!options.enabled()) return {};
  auto backend = MakeAuthBackend();
  if (!backend) return Fail(backend.error());
  auth_backend_ = *std::move(backend);
  const auto keys = auth_backend_->first_keys();
  issuer_ = options.issuer;
  endpoints_ = {.revocation = true, .introspection = !options.introspection_secret_file.empty()};
  auto service =
      AuthService::Make(*server_, std::move(options), auth_backend_->ledger(), https_, log_, keys);
  if (!service) return Fail(service.error());
  auth_ = *std::move(service);
  const auto documents = DocumentsOf(keys);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    site_handlers_[i]->ServeAuth(auth_->MakeHandler(server_->loop(i)));
    site_handlers_[i]->Publish(documents);
  }
  admin_handler_->ServeAuth(auth_->MakeAdmin());
  auth_backend_->Start([this](const AuthBackend::Keys& others) { SetKeys(others); });
  return {};
}

std::shared_ptr<const PublishedDocuments> Application::DocumentsOf(
    const AuthBackend::Keys& keys) const {
  if (keys == nullptr) return nullptr;
  return std::make_shared<const PublishedDocuments>(*keys, issuer_, endpoints_);
}

void Application::SetKeys(const AuthBackend::Keys& keys) {
  // Publish first, so that verifiers can find the key of every new token.
  const auto documents = DocumentsOf(keys);
  for (std::size_t i = 0; i < site_handlers_.size(); ++i) {
    server_->loop(i).PostAlways(
        [handler = site_handlers_[i], documents] { handler->Publish(documents); });
  }
  auth_->SetKeys(keys);
}

}  // namespace prichal::app
