#include "app/application.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "app/admin_handler.h"
#include "app/bridge/bypass_tokens.h"
#include "app/bypass_tokens_file.h"
#include "app/metrics.h"
#include "app/open_files.h"
#include "app/settings_map.h"
#include "app/site_handler.h"
#include "app/version.h"

namespace prichal::app {
namespace {

telemetry::Format FormatNamed(std::string_view name) {
  return name == "json" ? telemetry::Format::kJson : telemetry::Format::kText;
}

}  // namespace

Application::Application(const config::Settings& settings)
    : settings_(settings),
      proxies_(ProxiesOf(settings)),
      log_(telemetry::LevelNamed(settings.log.level), FormatNamed(settings.log.format)) {}

// The store's thread posts to the server's loops.
Application::~Application() {
  if (store_ != nullptr) store_->Stop();
}

Result<std::string, std::string> Application::Start() {
  auto files =
      host::ReadSite(settings_.site.web, settings_.dev.enabled ? &settings_.dev.stand : nullptr);
  if (!files) return Fail(files.error());

  auto options = NetOptionsOf(settings_);
  const auto room = MakeRoomFor(options.max_connections);
  if (room < options.max_connections) {
    log_.Write(telemetry::Level::kWarn, "the open files limit allows fewer connections",
               {{"server.max_connections", options.max_connections}, {"allowed", room}});
    options.max_connections = room;
  }
  if (auto loaded = LoadTokens(); !loaded) return Fail(loaded.error());
  if (auto opened = OpenStore(); !opened) return Fail(opened.error());
  server_ = std::make_unique<net::Server>(options);
  OpenWebhooks();
  bridge_ = std::make_unique<BridgeService>(*server_, BridgeOptionsOf(settings_), *store_,
                                            webhooks_.get());
  if (auto loaded = LoadMessages(); !loaded) return Fail(loaded.error());

  auto address = Listen({.listen = ToText(settings_.server.listen),
                         .handler =
                             [this](net::Loop& loop) {
                               return std::make_unique<SiteHandler>(
                                   site_, bridge_->MakeHandler(loop), log_,
                                   settings_.log.addresses ? &proxies_ : nullptr);
                             }},
                        "server.listen");
  if (!address) return address;
  auto admin = Listen({.listen = ToText(settings_.server.admin),
                       .handler =
                           [this](net::Loop&) {
                             return std::make_unique<AdminHandler>(
                                 draining_, [this] { return store_->healthy(); },
                                 [this] { return MetricsText(); });
                           },
                       .admin = true},
                      "server.admin");
  if (!admin) return admin;

  auto site = host::Site::Make(*std::move(files), HostOptionsOf(settings_, *address));
  if (!site) return Fail(fmt::format("site.web: {}: {}", settings_.site.web, site.error()));
  site_ = *std::move(site);
  store_->Start(
      [this](std::uint32_t loop, Task task) { server_->loop(loop).PostAlways(std::move(task)); });
  server_->Start();
  LogMessages();
  auto lines = fmt::format("prichal: listening on http://{}, admin on http://{}", *address, *admin);
  if (settings_.dev.enabled)
    lines += fmt::format("\nprichal: the stand is at http://{}/stand/", *address);
  return lines;
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
  auto store = store::MakeStore(options);
  if (!store) return Fail("store.data: " + store.error());
  store_ = *std::move(store);
  in_memory_ = options.kind == store::Kind::kMemory;
  return {};
}

Result<void, std::string> Application::LoadTokens() {
  auto& tokens = settings_.bridge.bypass_tokens;
  const std::string& path = settings_.bridge.bypass_tokens_file;
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
  return {};
}

void Application::OpenWebhooks() {
  const auto notices = BridgeOptionsOf(settings_).notices;
  if (notices.urls.empty() && notices.copy_to.empty()) return;
  webhook::SenderOptions options;
  options.targets = webhook::Notices(notices).Targets();
  options.on_health = [this](const std::string& target, bool healthy, const std::string& reason) {
    if (healthy) {
      log_.Write(telemetry::Level::kInfo, "a webhook is taken again", {{"target", target}});
    } else {
      log_.Write(telemetry::Level::kWarn, "a webhook is not taken",
                 {{"target", target}, {"reason", reason}});
    }
  };
  webhooks_ = std::make_unique<webhook::Sender>(std::move(options));
}

Result<void, std::string> Application::LoadMessages() {
  const auto began = std::chrono::steady_clock::now();
  const auto loaded = bridge_->Restore();
  if (!loaded) return Fail("store.data: " + loaded.error());
  recovery_ = std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - began);
  loaded_ = *loaded;
  return {};
}

void Application::LogMessages() {
  if (in_memory_) {
    log_.Write(telemetry::Level::kInfo, "messages wait in memory, a restart loses them");
    return;
  }
  log_.Write(telemetry::Level::kInfo, "messages loaded",
             {{"messages", loaded_.messages},
              {"expired", loaded_.expired},
              {"milliseconds", recovery_.count()}});
}

void Application::Drain() {
  draining_ = true;
  // The loops serve as before meanwhile, newcomers too: balancers still send them.
  if (const auto delay = settings_.server.drain_delay; delay.count() > 0) {
    log_.Write(telemetry::Level::kInfo, "readiness is off, streams go on for now",
               {{"milliseconds", delay.count()}});
    // There is nothing to wait for but the time itself: no balancer says that it has noticed. A
    // second signal ends the process at once, here too.
    std::this_thread::sleep_for(delay);
  }
  const auto end = std::chrono::steady_clock::now() + settings_.server.drain_deadline;
  const bool clean = server_->Drain(settings_.server.drain_deadline);
  // After the loops: what they have handed over is written, though nobody waits for it any more.
  store_->Stop();
  if (webhooks_ != nullptr) {
    const auto left = end - std::chrono::steady_clock::now();
    if (!webhooks_->Stop(std::chrono::duration_cast<Millis>(left))) {
      log_.Write(telemetry::Level::kWarn, "webhooks were not all sent",
                 {{"dropped", webhooks_->Numbers().dropped}});
    }
  }
  log_.Write(clean ? telemetry::Level::kInfo : telemetry::Level::kWarn,
             clean ? "drained" : "drain deadline passed, connections were cut");
}

Result<std::string, std::string> Application::Listen(const net::Site& site, std::string_view key) {
  auto address = server_->Listen(site);
  if (!address) return Fail(fmt::format("{}: {}", key, address.error().message));
  return *std::move(address);
}

std::string Application::MetricsText() const {
  telemetry::Exposition exposition;
  const Numbers numbers{.net = server_->Stats(),
                        .bridge = bridge_->Stats(),
                        .store = store_->Numbers(),
                        .webhooks = webhooks_ ? webhooks_->Numbers() : webhook::Stats(),
                        .process = telemetry::ReadProcess(),
                        .token_uses = bridge_->TokenUses(),
                        .version = kVersion,
                        .storage = in_memory_ ? "memory" : "sqlite",
                        .loops = server_->loop_count(),
                        .log_lines_dropped = log_.dropped(),
                        .restored = loaded_.messages,
                        .recovery = recovery_,
                        .store_healthy = store_->healthy(),
                        .draining = draining_};
  AddNumbers(exposition, numbers);
  AddOfficialNumbers(exposition, numbers);
  return exposition.Text();
}

}  // namespace prichal::app
