// Everything that the application opens: files, addresses and stores. Start() keeps them open;
// Check() only finds the problems.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

#include "base/descriptor.h"
#include "base/telemetry/health_log.h"
#include "bridge/http/admission.h"
#include "main/application.h"
#include "main/router.h"
#include "ops/commands/configure.h"
#include "ops/metrics/admin_handler.h"
#include "signin/keys/key_rotation.h"
#include "signin/service/audit.h"
#include "signin/service/valkey_backend.h"

namespace prichal::main {
namespace {

/// Calls prichal::KeepFamiliesApart() with all addresses of the process.
void KeepFamiliesApart(config::Settings::Server& server) {
  const std::array lists{&server.listen, &server.admin, &server.tls_redirect};
  std::vector<ListenAddress> all;
  for (const auto* list : lists) all.insert(all.end(), list->begin(), list->end());
  prichal::KeepFamiliesApart(all);
  auto next = all.begin();
  for (auto* list : lists) {
    for (ListenAddress& address : *list) address = std::move(*next++);
  }
}

/// Returns the first address with a port, without its scheme. If there is none, that of a Unix
/// socket.
std::string AddressOf(const std::vector<std::string>& listens) {
  for (const std::string& place : listens) {
    if (const auto scheme = place.find("://"); scheme != std::string::npos) {
      return place.substr(scheme + 3);
    }
  }
  return listens.front();
}

std::string NoSuchSocket(std::string_view key, const ListenAddress& address,
                         const InheritedSockets& sockets) {
  const auto names = sockets.names();
  if (names.empty()) {
    return fmt::format(
        "{}: \"{}\": systemd has passed no socket. Fix: start the server by its socket unit, or "
        "use an IP address.",
        key, address.ToText());
  }
  return fmt::format(
      "{}: \"{}\": systemd has passed no socket of this name, but {}. Fix: use one of these, or "
      "set FileDescriptorName={} in the socket unit.",
      key, address.ToText(), fmt::join(names, ", "), address.name);
}

}  // namespace

std::vector<std::string> Application::Check(config::Settings settings, Purpose purpose) {
  settings.log.level = "error";
  Application application(settings, {});
  return application.Open(purpose).lines();
}

Problems Application::Open(std::optional<Purpose> check) {
  Problems problems;
  auto files = site::ReadSite(ops::WebFolderOf(settings_),
                              settings_.dev.enabled ? &settings_.dev.stand : nullptr);
  problems.Add(files);
  auto with_tokens = WithTokens(settings_);
  if (problems.Add(with_tokens)) settings_ = *std::move(with_tokens);

  server_ = std::make_unique<http::Server>(NetOptions());
  problems.Add(OpenTls());
  if (check != Purpose::kReload) BindAll(check.has_value(), problems);
  wallets_ =
      std::make_unique<site::wallets::WalletsRefresh>(ops::DataFolderOf(settings_), https_, log_);
  wallets_->Load();
  (void)wallets_->TakeNew();
  if (files) {
    auto site = MakeSite(*std::move(files), ops::SiteOptionsOf(settings_, address_), nullptr);
    if (problems.Add(site)) site_ = *std::move(site);
  }

  if (check) CheckData(*check, problems);
  OpenMessages(problems);
  OpenAuth(problems);
  return problems;
}

void Application::CheckData(Purpose purpose, Problems& problems) {
  auto& auth = settings_.auth;
  const std::string data = settings_.store.kind == "sqlite" ? ops::DataFolderOf(settings_) : "";
  // OpenAuth() reads auth.key_file.
  if (!data.empty() && auth.key_file.empty() && ops::AuthOptionsOf(settings_, address_).enabled()) {
    problems.Add(
        signin::KeyRotation::Look(signin::KeyPlacesOf(auth, data), MachineClock().Now().unix_time));
  }
  if (!auth.audit_file.empty()) problems.Add(signin::AuthAudit::Check(auth.audit_file));
  auth.audit_file.clear();
  if (settings_.store.kind != "sqlite") return;
  if (purpose == Purpose::kStart) {
    const auto checked = bridge::store::CheckStore(ops::StoreOptionsOf(settings_));
    if (!checked) problems.Add("store.data: " + checked.error());
  }
  settings_.store.kind = "memory";
}

Result<config::Settings, std::string> Application::WithTokens(config::Settings settings) {
  auto& tokens = settings.bridge.bypass_tokens;
  const std::string& path = settings.bridge.bypass_tokens_file;
  if (!path.empty()) {
    auto more = bridge::ReadBypassTokens(path);
    if (!more) return Fail("bridge.bypass_tokens_file: " + more.error());
    tokens.insert(tokens.end(), more->begin(), more->end());
  }
  if (tokens.size() > bridge::BypassTokens::kMost) {
    return Fail(
        fmt::format("bridge.bypass_tokens: {} tokens, including those of "
                    "bridge.bypass_tokens_file. Fix: use at most {}.",
                    tokens.size(), bridge::BypassTokens::kMost));
  }
  return settings;
}

http::ServerOptions Application::NetOptions() {
  auto options = ops::ServerOptionsOf(settings_);
  const auto room = RaiseFileLimit(options.max_connections);
  if (room < options.max_connections) {
    log_.Write(telemetry::Level::kWarn,
               "the limit of open files allows fewer connections than server.max_connections",
               {{"server.max_connections", options.max_connections}, {"allowed", room}});
    options.max_connections = room;
  }
  return options;
}

Result<void, std::vector<std::string>> Application::OpenTls() {
  if (settings_.server.tls_certificate.empty() || settings_.server.tls_key.empty()) return {};
  tls_ = std::make_unique<ops::TlsSite>(settings_.server, *server_, log_);
  return tls_->Open();
}

Result<std::shared_ptr<const site::Site>, std::vector<std::string>> Application::MakeSite(
    site::SiteFiles files, const site::Options& options, const site::Site* before) {
  const auto now = MachineClock().Now().steady;
  const auto wallets = wallets_->serving();
  return site::Site::Make(std::move(files), options, before, now, wallets.get());
}

void Application::OpenMessages(Problems& problems) {
  const bool has_store = problems.Add(OpenStore());
  const bool has_backend = problems.Add(OpenBackend());
  if (!has_backend && ops::AuthOptionsOf(settings_, address_).enabled()) {
    problems.Add(signin::SealingKeyOf(settings_.auth));
  }
  if (!has_store || !has_backend) {
    // The rest is checked without them.
    settings_.store.kind = "memory";
    return;
  }
  OpenWebhooks();
  bridge_ = std::make_unique<bridge::BridgeService>(*server_, ops::BridgeOptionsOf(settings_),
                                                    *store_, webhooks_.get(), backend_.get());
}

Result<void, std::string> Application::OpenStore() {
  auto options = ops::StoreOptionsOf(settings_);
  options.on_health = [this](bool /*healthy*/, const std::string& reason) {
    telemetry::WriteHealth(log_, reason, "messages can be stored again", telemetry::Level::kError,
                           "cannot store messages; answering 503");
  };
  options.on_broken = [this](const bridge::store::BrokenFile& file) { OnBrokenFile(file); };
  auto store = bridge::store::MakeStore(options);
  if (!store) return Fail("store.data: " + store.error());
  store_ = *std::move(store);
  in_memory_ = options.kind == bridge::store::Kind::kMemory;
  return {};
}

void Application::OnBrokenFile(const bridge::store::BrokenFile& file) {
  if (!file.stays) {
    log_.Write(telemetry::Level::kError,
               "the message file is damaged; it was set aside, and the messages in memory are "
               "written to a new file",
               {{"file", file.path}, {"reason", file.reason}, {"kept_as", file.kept_as}});
    return;
  }
  log_.Write(telemetry::Level::kError,
             "the message file is damaged; the server stops (store.on_corrupt is stop)",
             {{"file", file.path}, {"reason", file.reason}});
  failed_ = true;
  kill(getpid(), SIGTERM);
}

Result<void, std::string> Application::OpenBackend() {
  if (settings_.store.kind != "valkey") return {};
  auto clients = valkey::ValkeyClients::Create(
      settings_,
      [this](const std::string& line) { log_.Write(telemetry::Level::kInfo, "Valkey: " + line); },
      [this](const std::string& line) { log_.Write(telemetry::Level::kError, line); });
  if (!clients) return Fail(clients.error());
  valkey_ = *std::move(clients);
  backend_ = bridge::MakeValkeyBackend(settings_, valkey_);
  return {};
}

void Application::OpenWebhooks() {
  const bridge::Notices notices(settings_.bridge);
  if (notices.empty()) return;
  outbound::WebhookSenderOptions options;
  options.most_bytes = settings_.bridge.webhook_bytes;
  options.targets = notices.Targets();
  options.on_health = outbound::WebhookHealthLog(log_);
  webhooks_ = std::make_unique<outbound::WebhookSender>(https_, std::move(options));
}

void Application::OpenAuth(Problems& problems) {
  signin::AuthOptions options = ops::AuthOptionsOf(settings_, address_);
  if (!options.enabled()) return;
  auto backend = MakeAuthBackend();
  if (!problems.Add(backend)) {
    // The rest is checked with keys in memory.
    auto in_memory = settings_.auth;
    in_memory.key_file.clear();
    backend = signin::FileAuthBackend::Open(in_memory, {}, *server_, log_);
    if (!backend) return;
  }
  auth_backend_ = *std::move(backend);
  issuer_ = options.issuer;
  endpoints_ = {.revocation = true, .introspection = !options.introspection_secret_file.empty()};
  auto service = signin::AuthService::Make(*server_, std::move(options), auth_backend_->ledger(),
                                           https_, log_, auth_backend_->first_keys());
  if (problems.Add(service)) auth_ = *std::move(service);
}

Result<std::unique_ptr<signin::AuthBackend>, std::vector<std::string>>
Application::MakeAuthBackend() {
  if (valkey_ == nullptr) {
    return signin::FileAuthBackend::Open(settings_.auth, ops::DataFolderOf(settings_), *server_,
                                         log_);
  }
  auto sealing = signin::SealingKeyOf(settings_.auth);
  if (!sealing) return Fail(std::vector{sealing.error()});
  // Events use sharded publish/subscribe, independent of the setting for messages.
  const signin::ValkeyAuthBackend::Options options{
      .make_client =
          [this](http::Loop& loop, valkey::PushPort& port) {
            return valkey_->Make(loop, port, valkey::PushKind::kSharded, false);
          },
      .durability = valkey_->durability(),
      .policy = signin::KeyPolicyOf(settings_.auth)};
  return std::unique_ptr<signin::AuthBackend>(
      std::make_unique<signin::ValkeyAuthBackend>(*server_, options, *std::move(sealing), log_));
}

http::Site Application::MainSite() {
  return {.name = "server.listen",
          .handler = [this](http::Loop& loop) { return SiteOn(loop); },
          .tls = tls_ != nullptr};
}

http::Site Application::AdminSite() {
  return {.name = "server.admin",
          .handler =
              [this](http::Loop&) {
                auto handler = std::make_unique<ops::AdminHandler>(
                    draining_, [this] { return CanKeep() && CanSignIn(); },
                    [this] { return MetricsText(); }, settings_.server.admin_hosts);
                admin_handler_ = handler.get();
                return handler;
              },
          .admin = true};
}

http::Site Application::RedirectSite() {
  return {
      .name = "server.tls_redirect", .handler = [this](http::Loop&) {
        return std::make_unique<RedirectHandler>(ops::SiteOptionsOf(settings_, address_).origin);
      }};
}

Result<void, std::string> Application::BindOne(const http::Site& site, const ListenAddress& address,
                                               Places& shown) {
  std::vector<ListenAddress> places{address};
  std::vector<Descriptor> given;
  if (address.kind == ListenAddress::Kind::kInherited) {
    given = sockets_.TakeByName(address.name);
    if (given.empty()) return Fail(NoSuchSocket(site.name, address, sockets_));
    places.assign(given.size(), address);
    for (std::size_t i = 0; i < given.size(); ++i) places[i].inherited = given[i].fd();
  }
  const auto bound = server_->Bind(site, places);
  if (!bound) return Fail(fmt::format("{}: {}", site.name, bound.error()));
  const char* const scheme = site.tls && !address.plain ? "https" : "http";
  for (const std::string& one : *bound) {
    shown.push_back(one.starts_with("unix:") ? one : fmt::format("{}://{}", scheme, one));
  }
  return {};
}

Application::Places Application::Bind(const http::Site& site,
                                      const std::vector<ListenAddress>& addresses, bool checks,
                                      Problems& problems) {
  Places shown;
  for (const ListenAddress& address : addresses) {
    if (checks && address.kind == ListenAddress::Kind::kInherited) continue;
    problems.Add(BindOne(site, address, shown));
  }
  return shown;
}

Result<void, std::string> Application::Serve(const http::Site& site) {
  auto serves = server_->Serve(site);
  if (!serves) return Fail(fmt::format("{}: {}", site.name, serves.error()));
  return {};
}

void Application::BindAll(bool checks, Problems& problems) {
  KeepFamiliesApart(settings_.server);
  const auto bind = [&](const http::Site& site, const std::vector<ListenAddress>& addresses) {
    return Bind(site, addresses, checks, problems);
  };
  listens_ = {.main = bind(MainSite(), settings_.server.listen),
              .admin = bind(AdminSite(), settings_.server.admin),
              .redirects = bind(RedirectSite(), settings_.server.tls_redirect)};
  if (!listens_.main.empty()) address_ = AddressOf(listens_.main);
}

void Application::LogListeners() {
  if (!listens_.redirects.empty()) {
    log_.Write(telemetry::Level::kInfo, "plain HTTP is redirected to HTTPS",
               {{"address", fmt::format("{}", fmt::join(listens_.redirects, ", "))}});
  }
  const auto names = sockets_.names();
  if (names.empty()) return;
  log_.Write(telemetry::Level::kWarn,
             "no address of the configuration uses these systemd sockets; connections to them "
             "are not answered",
             {{"names", fmt::format("{}", fmt::join(names, ", "))}});
}

}  // namespace prichal::main
