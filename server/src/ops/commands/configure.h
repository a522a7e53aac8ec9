// Reads the configuration from all sources and converts it to the options of each module. Used on
// the main thread, at start, on reload, and by commands.

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bridge/http/bridge_service.h"
#include "bridge/store/store.h"
#include "config/resolve.h"
#include "config/settings.h"
#include "config/sources.h"
#include "http/codec/client_address.h"
#include "http/server/server.h"
#include "signin/service/auth_options.h"
#include "site/site.h"

namespace prichal::ops {

/// Reads the configuration from the file, the environment and the flags. `config_file` may be
/// empty.
[[nodiscard]] config::Resolved Configure(const std::string& config_file,
                                         const std::vector<config::ConfigValue>& flags);

/// Reads the configuration for a command that uses only some sections ("store."). Empty texts in
/// `flags` are not set. The error is the first problem of these sections or of the whole file.
[[nodiscard]] Result<config::Settings, std::string> ConfigureSections(
    const std::string& config_file, std::vector<config::ConfigValue> flags,
    std::initializer_list<std::string_view> sections);

/// Returns the addresses of `server.admin`, at least one, even if other keys have errors. `flag` is
/// the value of `--admin`; empty if none. The error names the value or the file.
[[nodiscard]] Result<std::vector<ListenAddress>, std::string> AdminAddresses(
    const std::string& config_file, const std::string& flag);

/// Returns the options of the HTTP server.
[[nodiscard]] http::ServerOptions ServerOptionsOf(const config::Settings& settings);

/// Returns the trusted proxies. `settings` must have no errors: the ranges are not checked again.
[[nodiscard]] http::TrustedProxies ProxiesOf(const config::Settings& settings);

/// Returns the options of the bridge.
[[nodiscard]] bridge::BridgeOptions BridgeOptionsOf(const config::Settings& settings);

/// `address` is the bound address, as Server::Listen() returns it.
[[nodiscard]] signin::AuthOptions AuthOptionsOf(const config::Settings& settings,
                                                const std::string& address);

/// Returns the directory of the mini app. Empty if the server has none.
[[nodiscard]] std::string WebFolderOf(const config::Settings& settings);

/// Returns the directory for data that outlives a restart. Empty if data is kept only in memory.
[[nodiscard]] std::string DataFolderOf(const config::Settings& settings);

/// The caller sets `on_health`.
[[nodiscard]] bridge::store::StoreOptions StoreOptionsOf(const config::Settings& settings);

/// `address` is the bound address, as Server::Listen() returns it.
[[nodiscard]] site::Options SiteOptionsOf(const config::Settings& settings,
                                          const std::string& address);

}  // namespace prichal::ops
