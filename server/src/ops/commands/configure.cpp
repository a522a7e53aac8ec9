#include "ops/commands/configure.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <optional>
#include <utility>

#include "config/machine.h"
#include "config/official_names.h"
#include "ops/commands/commands.h"
#include "ops/commands/verdict.h"
#include "site/routes.h"

namespace prichal::ops {
namespace {

namespace json = boost::json;

/// Values of the file and the environment.
struct Given {
  std::vector<config::ConfigValue> values;
  std::optional<config::FileMistake> unreadable;  ///< error of the file. Empty if it was read
};

Given Read(const std::string& config_file) {
  Given given;
  if (!config_file.empty()) {
    if (auto file = config::ReadFile(config_file)) {
      given.values = *std::move(file);
    } else {
      given.unreadable = file.error();
    }
  }
  for (auto& item : config::ReadOfficialEnvironment(environ)) {
    given.values.push_back(std::move(item));
  }
  for (auto& item : config::ReadEnvironment(environ)) given.values.push_back(std::move(item));
  return given;
}

/// Returns the default origin, which is allowed in development only. A wildcard address becomes
/// 127.0.0.1.
std::string LocalOrigin(const config::Settings& settings, const std::string& address) {
  // The address of the proxy before a Unix socket is unknown.
  if (address.starts_with("unix:")) return "http://localhost";
  const auto port = address.substr(address.rfind(':'));
  const bool any = address.starts_with("0.0.0.0:") || address.starts_with("[::]:");
  const std::string scheme = settings.server.tls_certificate.empty() ? "http://" : "https://";
  return scheme + (any ? "127.0.0.1" + port : address);
}

/// Bot that signs init data in the sandbox (stand/src/host/init-data.ts). No real bot has this
/// token.
constexpr const char* kStandBotToken = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";

/// Accepts sign-in from the sandbox if development mode has no sign-in settings: its bot, and both
/// host names under which it shows the app.
void OpenForStand(signin::AuthOptions& options) {
  options.test_bot_token = kStandBotToken;
  std::string_view host = options.public_origin;
  host.remove_prefix(host.find("//") + 2);
  options.ton_domains.emplace_back(host);
  const std::string_view port = host.substr(std::min(host.rfind(':'), host.size()));
  for (const std::string_view name : {"localhost", "127.0.0.1"}) {
    const std::string twin = fmt::format("{}{}", name, port);
    if (twin == host) continue;
    options.ton_domains.push_back(twin);
    options.origins.push_back("http://" + twin);
  }
}

json::object JsonOf(const config::Problem& problem) {
  const auto& source = problem.source;
  const bool is_set = source.from != config::From::kDefault;
  return {{"key", TextOrNull(problem.key)},
          {"value", TextOrNull(problem.value)},
          {"source", is_set ? json::value(json::string(ToText(source))) : json::value(nullptr)},
          {"line", source.line == 0 ? json::value(nullptr) : json::value(source.line)},
          {"reason", problem.reason},
          {"fix", TextOrNull(problem.fix)},
          {"message", problem.text}};
}

std::string Json(const config::Resolved& resolved, bool quiet) {
  json::array findings;
  for (const auto& problem : resolved.problems) findings.push_back(JsonOf(problem));
  json::object all{{"verdict", findings.empty() ? "good" : "refused"},
                   {"findings", std::move(findings)}};
  if (!quiet && resolved.has_file) {
    json::array rows;
    for (const auto& row : resolved.effective) {
      rows.push_back(json::object{{"key", FullName(*row.key)},
                                  {"value", Shown(*row.key, row.value)},
                                  {"source", ToText(row.source)}});
    }
    all["configuration"] = std::move(rows);
  }
  return json::serialize(all) + "\n";
}

}  // namespace

config::Resolved Configure(const std::string& config_file,
                           const std::vector<config::ConfigValue>& flags) {
  Given given = Read(config_file);
  given.values.insert(given.values.end(), flags.begin(), flags.end());
  auto resolved = config::Resolve(given.values, config::ReadMachine());
  if (given.unreadable) {
    // Without the file's values, other problems would be wrong.
    auto problem = config::ProblemOf(given.unreadable->text);
    problem.source = {config::From::kFile, config_file, given.unreadable->line};
    resolved.problems = {std::move(problem)};
    resolved.is_complete = false;
    resolved.has_file = false;
  }
  return resolved;
}

Result<config::Settings, std::string> ConfigureSections(
    const std::string& config_file, std::vector<config::ConfigValue> flags,
    std::initializer_list<std::string_view> sections) {
  std::erase_if(flags, [](const auto& flag) { return flag.value == config::Value(std::string()); });
  auto resolved = Configure(config_file, flags);
  for (const auto& problem : resolved.problems) {
    const bool matters = std::any_of(sections.begin(), sections.end(), [&](auto section) {
      return problem.key.starts_with(section);
    });
    if (problem.key.empty() || matters) return Fail(problem.text);
  }
  return std::move(resolved.settings);
}

Result<std::vector<ListenAddress>, std::string> AdminAddresses(const std::string& config_file,
                                                               const std::string& flag) {
  constexpr std::string_view kKey = "server.admin";
  Given given = Read(config_file);
  if (given.unreadable) return Fail(given.unreadable->text);
  std::erase_if(given.values, [&](const auto& item) { return item.key != kKey; });
  if (!flag.empty()) {
    given.values.push_back({std::string(kKey), flag, {config::From::kFlag, "--admin"}});
  }
  const auto resolved = config::Resolve(given.values);
  for (const auto& problem : resolved.problems) {
    if (problem.key == kKey) return Fail(problem.text);
  }
  return resolved.settings.server.admin;
}

http::ServerOptions ServerOptionsOf(const config::Settings& settings) {
  const auto& server = settings.server;
  http::ServerOptions options;
  options.loops = server.loops;
  options.routes = site::kRouteOptions;
  options.max_connections = server.max_connections;
  options.connections_per_address = server.connections_per_address;
  using http::TrustedProxies;
  options.trusts_balancer = [balancers =
                                 TrustedProxies::Parse(settings.proxies.balancers, {}).value()](
                                const IpAddress& address) { return balancers.Trusts(address); };
  options.counts_address = [proxies = ProxiesOf(settings),
                            is_balancer = options.trusts_balancer](const IpAddress& address) {
    // Proxies and load balancers connect on behalf of many clients. A proxy on this machine may be
    // missing in proxies.trusted.
    return !address.is_local() && !proxies.Trusts(address) && !is_balancer(address);
  };
  options.max_head = server.header_limit;
  options.max_target = server.header_limit / 2;
  options.request_bytes = server.request_bytes;
  options.http2_streams = static_cast<std::uint32_t>(server.http2_streams);
  options.header_deadline = server.header_deadline;
  options.body_deadline = server.body_deadline;
  options.idle_deadline = server.idle_deadline;
  options.progress_deadline = server.write_deadline;
  return options;
}

http::TrustedProxies ProxiesOf(const config::Settings& settings) {
  using http::ForwardedHeader;
  const auto& trusted = settings.proxies.trusted;
  const auto& name = settings.proxies.header;
  const auto header = name == "forwarded"   ? http::ForwardedHeader::kForwarded
                      : name == "x-real-ip" ? http::ForwardedHeader::kXRealIp
                                            : http::ForwardedHeader::kXForwardedFor;
  return http::TrustedProxies::Parse(trusted, header).value();
}

bridge::BridgeOptions BridgeOptionsOf(const config::Settings& settings) {
  return {settings.bridge, ProxiesOf(settings), settings.bridge.bypass_tokens,
          settings.site.origin};
}

signin::AuthOptions AuthOptionsOf(const config::Settings& settings, const std::string& address) {
  signin::AuthOptions options{settings.auth};
  options.proxies = ProxiesOf(settings);
  options.public_origin =
      settings.site.origin.empty() ? LocalOrigin(settings, address) : settings.site.origin;
  if (options.issuer.empty()) options.issuer = options.public_origin;
  if (options.audience.empty()) options.audience = {options.issuer};
  for (const std::string& network : options.ton_networks) {
    options.networks.push_back(std::stoi(network));
  }
  options.dev = settings.dev.enabled;
  options.names_clients = settings.log.addresses;
  // Instances that share Valkey also need a shared key, so sign-in stays off without one.
  const bool can_keep = settings.store.kind != "valkey" || !options.sealing_key.empty() ||
                        !options.sealing_key_file.empty();
  if (options.dev && can_keep && !options.enabled()) OpenForStand(options);
  return options;
}

std::string WebFolderOf(const config::Settings& settings) {
  return settings.dev.enabled && settings.site.web.empty() ? "build/web" : settings.site.web;
}

std::string DataFolderOf(const config::Settings& settings) {
  const auto& store = settings.store;
  // Development mode writes no files unless `store.data` is set.
  if (store.kind == "memory" || (settings.dev.enabled && store.data.empty())) return {};
  return store.data.empty() ? "data" : store.data;
}

bridge::store::StoreOptions StoreOptionsOf(const config::Settings& settings) {
  const auto& store = settings.store;
  // Development mode writes no files unless `store.data` is set.
  const bool elsewhere = store.kind == "memory" || store.kind == "valkey";
  const bool in_memory = elsewhere || (settings.dev.enabled && store.data.empty());
  return {.kind = in_memory ? bridge::store::Kind::kMemory : bridge::store::Kind::kSqlite,
          .folder = store.data.empty() ? "data" : store.data,
          .sync_every_commit = store.fsync == "always",
          .sync_interval = store.fsync_interval,
          .queue_bytes = store.queue_bytes,
          .on_corrupt = store.on_corrupt == "stop" ? bridge::store::OnCorrupt::kStop
                                                   : bridge::store::OnCorrupt::kSetAside};
}

site::Options SiteOptionsOf(const config::Settings& settings, const std::string& address) {
  const auto& name =
      settings.manifest.name.empty() ? settings.product.name : settings.manifest.name;
  return {.origin =
              settings.site.origin.empty() ? LocalOrigin(settings, address) : settings.site.origin,
          .product_name = settings.product.name,
          .product_slug = settings.product.slug,
          .bot = settings.product.bot,
          .languages = settings.product.languages,
          .manifest_name = name,
          .manifest_icon = settings.manifest.icon,
          .terms_of_use = settings.manifest.terms_of_use,
          .privacy_policy = settings.manifest.privacy_policy,
          .connect_sources = settings.csp.connect,
          .image_sources = settings.csp.img,
          .sign_in = signin::AuthOptions{settings.auth}.enabled(),
          .dev = settings.dev.enabled};
}

int PrintConfig(const config::Resolved& resolved, const CheckConfigFlags& flags) {
  const int status = resolved.problems.empty() ? kGood : kMistake;
  if (flags.json) return Print(Json(resolved, flags.quiet), status);
  // Without the file, the values would be those of another configuration.
  if (!flags.quiet && resolved.has_file) std::cout << config::ToToml(resolved);
  for (const auto& problem : resolved.problems) std::cerr << "prichal: " << problem.text << '\n';
  return status;
}

}  // namespace prichal::ops
