#include "app/application.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "app/admin_handler.h"
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

/// Empty, or why the data directory cannot be used.
std::string CheckData(const std::string& directory) {
  std::error_code error;
  if (directory.empty()) return {};
  if (std::filesystem::is_directory(directory, error) && access(directory.c_str(), W_OK) == 0) {
    return {};
  }
  return fmt::format(
      "store.data: {} is not a directory that this process may write to; create it, or name "
      "another with --data",
      directory);
}

}  // namespace

Application::Application(const config::Settings& settings)
    : settings_(settings),
      log_(telemetry::LevelNamed(settings.log.level), FormatNamed(settings.log.format)) {}

Result<std::string, std::string> Application::Start() {
  if (auto problem = CheckData(settings_.store.data); !problem.empty()) return Fail(problem);
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
  server_ = std::make_unique<net::Server>(options);
  bridge_ = std::make_unique<BridgeService>(*server_, BridgeOptionsOf(settings_), store_);

  auto address =
      Listen({.listen = ToText(settings_.server.listen),
              .handler =
                  [this](net::Loop& loop) {
                    return std::make_unique<SiteHandler>(site_, bridge_->MakeHandler(loop), log_);
                  }},
             "server.listen");
  if (!address) return address;
  auto admin = Listen({.listen = ToText(settings_.server.admin),
                       .handler =
                           [this](net::Loop&) {
                             return std::make_unique<AdminHandler>(
                                 draining_, [this] { return MetricsText(); });
                           },
                       .admin = true},
                      "server.admin");
  if (!admin) return admin;

  auto site = host::Site::Make(*std::move(files), HostOptionsOf(settings_, *address));
  if (!site) return Fail(fmt::format("site.web: {}: {}", settings_.site.web, site.error()));
  site_ = *std::move(site);
  server_->Start();
  auto lines = fmt::format("prichal: listening on http://{}, admin on http://{}", *address, *admin);
  if (settings_.dev.enabled)
    lines += fmt::format("\nprichal: the stand is at http://{}/stand/", *address);
  return lines;
}

void Application::Drain() {
  draining_ = true;
  const bool clean = server_->Drain(settings_.server.drain_deadline);
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
  AddNumbers(exposition, {.net = server_->Stats(),
                          .bridge = bridge_->Stats(),
                          .process = telemetry::ReadProcess(),
                          .version = kVersion,
                          .loops = server_->loop_count(),
                          .log_lines_dropped = log_.dropped(),
                          .draining = draining_});
  return exposition.Text();
}

}  // namespace prichal::app
