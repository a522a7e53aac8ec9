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

Result<void, std::string> Application::BindOne(const net::Site& site, const ListenAddress& address,
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

Application::Places Application::Bind(const net::Site& site,
                                      const std::vector<ListenAddress>& addresses, bool checks,
                                      Problems& problems) {
  Places shown;
  for (const ListenAddress& address : addresses) {
    if (checks && address.kind == ListenAddress::Kind::kInherited) continue;
    problems.Add(BindOne(site, address, shown));
  }
  return shown;
}

Result<void, std::string> Application::Serve(const net::Site& site) {
  auto serves = server_->Serve(site);
  if (!serves) return Fail(fmt::format("{}: {}", site.name, serves.error()));
  return {};
}

void Application::BindAll(bool checks, Problems& problems) {
  KeepFamiliesApart(settings_.server);
  const auto bind = [&](const net::Site& site, const std::vector<ListenAddress>& addresses) {
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

}  // namespace prichal::app
