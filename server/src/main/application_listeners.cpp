// Listening addresses of the application.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "main/application.h"
#include "main/router.h"
#include "ops/commands/configure.h"
#include "ops/metrics/admin_handler.h"

namespace prichal::app {
namespace {

/// Calls net::KeepFamiliesApart() with all addresses of the process.
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
                         const systemd::InheritedSockets& sockets) {
  const auto names = sockets.names();
  if (names.empty()) {
    return fmt::format(
        "{}: cannot listen on {}: systemd has handed no socket over; start the server by its "
        "socket unit, or name an address",
        key, address.ToText());
  }
  return fmt::format(
      "{}: cannot listen on {}: systemd has handed over no socket of this name, but {}; say "
      "FileDescriptorName={} in its unit, or name one of these",
      key, address.ToText(), fmt::join(names, ", "), address.name);
}

}  // namespace

net::Site Application::MainSite() {
  return {.name = "server.listen",
          .handler = [this](net::Loop& loop) { return SiteOn(loop); },
          .tls = tls_ != nullptr};
}

net::Site Application::AdminSite() {
  return {.name = "server.admin",
          .handler =
              [this](net::Loop&) {
                auto handler = std::make_unique<AdminHandler>(
                    draining_, [this] { return CanKeep() && CanSignIn(); },
                    [this] { return MetricsText(); }, settings_.server.admin_hosts);
                admin_handler_ = handler.get();
                return handler;
              },
          .admin = true};
}

net::Site Application::RedirectSite() {
  return {.name = "server.tls_redirect", .handler = [this](net::Loop&) {
            return std::make_unique<RedirectHandler>(HostOptionsOf(settings_, address_).origin);
          }};
}

Result<Application::Places, std::string> Application::Bind(
    const net::Site& site, const std::vector<ListenAddress>& addresses) {
  std::vector<ListenAddress> places;
  std::vector<Descriptor> given;
  for (const ListenAddress& address : addresses) {
    if (address.kind != ListenAddress::Kind::kInherited) {
      places.push_back(address);
      continue;
    }
    auto sockets = sockets_.TakeByName(address.name);
    if (sockets.empty()) return Fail(NoSuchSocket(site.name, address, sockets_));
    for (Descriptor& socket : sockets) {
      places.push_back(address);
      places.back().inherited = socket.fd();
      given.push_back(std::move(socket));
    }
  }
  auto bound = server_->Bind(site, places);
  if (!bound) return Fail(fmt::format("{}: {}", site.name, bound.error()));
  Places shown;
  for (std::size_t i = 0; i < bound->size(); ++i) {
    const bool tls = site.tls && !places[i].plain;
    const bool is_ip = !(*bound)[i].starts_with("unix:");
    shown.push_back(!is_ip ? (*bound)[i]
                           : fmt::format("{}://{}", tls ? "https" : "http", (*bound)[i]));
  }
  return shown;
}

Result<void, std::string> Application::Serve(const net::Site& site) {
  auto serves = server_->Serve(site);
  if (!serves) return Fail(fmt::format("{}: {}", site.name, serves.error()));
  return {};
}

Result<Application::Listens, std::string> Application::BindAll() {
  KeepFamiliesApart(settings_.server);
  auto main = Bind(MainSite(), settings_.server.listen);
  if (!main) return Fail(main.error());
  auto admin = Bind(AdminSite(), settings_.server.admin);
  if (!admin) return Fail(admin.error());
  auto redirects = Bind(RedirectSite(), settings_.server.tls_redirect);
  if (!redirects) return Fail(redirects.error());
  address_ = AddressOf(*main);
  return Listens{
      .main = *std::move(main), .admin = *std::move(admin), .redirects = *std::move(redirects)};
}

void Application::LogListeners(const Listens& listens) {
  if (!listens.redirects.empty()) {
    log_.Write(telemetry::Level::kInfo, "plain HTTP is sent on to TLS",
               {{"address", fmt::format("{}", fmt::join(listens.redirects, ", "))}});
  }
  const auto names = sockets_.names();
  if (names.empty()) return;
  log_.Write(telemetry::Level::kWarn,
             "sockets of systemd that no address names: whoever connects there gets no answer",
             {{"names", fmt::format("{}", fmt::join(names, ", "))}});
}

}  // namespace prichal::app
