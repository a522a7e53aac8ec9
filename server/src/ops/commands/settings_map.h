// Converts the configuration to the options of each module.
#pragma once

#include <string>

#include "signin/service/options.h"
#include "bridge/http/service.h"
#include "config/settings.h"
#include "site/options.h"
#include "http/codec/client_address.h"
#include "http/server/server.h"
#include "bridge/store/make_store.h"

namespace prichal::app {

[[nodiscard]] net::ServerOptions NetOptionsOf(const config::Settings& settings);

/// The configuration has checked the ranges.
[[nodiscard]] http::TrustedProxies ProxiesOf(const config::Settings& settings);

[[nodiscard]] BridgeOptions BridgeOptionsOf(const config::Settings& settings);

/// `address` is the bound address, as Server::Listen() returns it.
[[nodiscard]] AuthOptions AuthOptionsOf(const config::Settings& settings,
                                        const std::string& address);

/// Returns the directory for data that outlives a restart. Empty if data is kept only in memory.
[[nodiscard]] std::string DataFolderOf(const config::Settings& settings);

/// The caller sets `on_health`.
[[nodiscard]] store::StoreOptions StoreOptionsOf(const config::Settings& settings);

/// `address` is the bound address, as Server::Listen() returns it.
[[nodiscard]] host::Options HostOptionsOf(const config::Settings& settings,
                                          const std::string& address);

}  // namespace prichal::app
