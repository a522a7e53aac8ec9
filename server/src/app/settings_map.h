#pragma once

#include <string>

#include "app/auth/options.h"
#include "app/bridge/service.h"
#include "config/settings.h"
#include "host/options.h"
#include "http/client_address.h"
#include "net/server.h"
#include "store/make_store.h"

namespace prichal::app {

[[nodiscard]] net::ServerOptions NetOptionsOf(const config::Settings& settings);

/// The ranges are those that the configuration has let through.
[[nodiscard]] http::TrustedProxies ProxiesOf(const config::Settings& settings);

[[nodiscard]] BridgeOptions BridgeOptionsOf(const config::Settings& settings);

/// `address`: what is really listened on, as Server::Listen() gives it.
[[nodiscard]] AuthOptions AuthOptionsOf(const config::Settings& settings,
                                        const std::string& address);

/// Where what has to outlive a restart is kept; empty: in memory alone.
[[nodiscard]] std::string DataFolderOf(const config::Settings& settings);

/// But for its `on_health`.
[[nodiscard]] store::StoreOptions StoreOptionsOf(const config::Settings& settings);

/// `address`: what is really listened on, as Server::Listen() gives it.
[[nodiscard]] host::Options HostOptionsOf(const config::Settings& settings,
                                          const std::string& address);

}  // namespace prichal::app
