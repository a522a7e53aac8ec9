// Rules across several keys of the configuration. To add a rule, add a function and its row in
// kChecks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/resolve.h"

namespace prichal::config {
namespace {

constexpr std::chrono::hours kLeastRotation{24};

/// Returns whether requests to `url` are confidential: https, or a server on this machine.
bool IsConfidential(std::string_view url) {
  if (url.starts_with("https://")) return true;
  const auto is_host = [url](std::string_view host) {
    return url == host ||
           (url.starts_with(host) && (url[host.size()] == ':' || url[host.size()] == '/'));
  };
  return is_host("http://127.0.0.1") || is_host("http://[::1]") || is_host("http://localhost");
}

/// Collects the problems of keys that do not fit together.
class Conflicts {
 public:
  Conflicts(const std::vector<Effective>& effective, std::vector<Problem>& problems)
      : effective_(effective), problems_(problems) {}

  /// Adds "KEY: REASON. Fix: FIX."
  void AddKey(std::string_view key, std::string_view reason, std::string_view fix) const {
    AddValue(key, {}, reason, fix);
  }
  /// Adds "KEY: VALUE (SOURCE): REASON. Fix: FIX."
  void AddValue(std::string_view key, const std::string& value, std::string_view reason,
                std::string_view fix) const {
    Problem problem{.text = {},
                    .key = std::string(key),
                    .value = value,
                    .source = {},
                    .reason = std::string(reason),
                    .fix = std::string(fix)};
    for (const auto& row : effective_) {
      if (FullName(*row.key) == key) problem.source = row.source;
    }
    problems_.push_back(WithText(std::move(problem)));
  }
  void AddAddress(std::string_view key, const ListenAddress& address, std::string_view reason,
                  std::string_view fix) const {
    AddValue(key, ToToml(address.ToConfigText()), reason, fix);
  }

 private:
  const std::vector<Effective>& effective_;
  std::vector<Problem>& problems_;
};

constexpr const char* kListen = "server.listen";
constexpr const char* kAdmin = "server.admin";
constexpr const char* kRedirect = "server.tls_redirect";

/// Returns the first address that `matches`. Null if none.
const ListenAddress* FindAddress(const std::vector<ListenAddress>& addresses,
                                 bool (*matches)(const ListenAddress& address)) {
  const auto found = std::find_if(addresses.begin(), addresses.end(), matches);
  return found == addresses.end() ? nullptr : &*found;
}

bool IsTls(const ListenAddress& address) { return address.tls; }
bool IsPlain(const ListenAddress& address) { return address.plain; }
bool IsProxied(const ListenAddress& address) { return address.proxied; }
bool IsProxiedIp(const ListenAddress& address) {
  return address.proxied && address.kind == ListenAddress::Kind::kIp;
}

void RequireOrigin(const Settings& settings, const Conflicts& conflicts) {
  if (!settings.site.origin.empty() || settings.dev.enabled) return;
  const std::string_view user = !settings.site.web.empty() ? "wallets need"
                                : SignsIn(settings)        ? "sign-in needs"
                                : !settings.server.tls_redirect.empty()
                                    ? "server.tls_redirect needs"
                                    : "";
  if (user.empty()) return;
  conflicts.AddKey("site.origin", fmt::format("not set; {} the public address of the site", user),
                   "set it, such as https://app.example.org, or start with --dev");
}

void RequireCertificateAndKey(const Settings& settings, const Conflicts& conflicts) {
  const bool has_certificate = !settings.server.tls_certificate.empty();
  const bool has_key = !settings.server.tls_key.empty();
  if (has_certificate && !has_key) {
    conflicts.AddKey("server.tls_key", "not set, but server.tls_certificate is",
                     "set both, or neither");
  }
  if (has_key && !has_certificate) {
    conflicts.AddKey("server.tls_certificate", "not set, but server.tls_key is",
                     "set both, or neither");
  }
}

void RequireTlsForRedirect(const Settings& settings, const Conflicts& conflicts) {
  const auto& server = settings.server;
  if (server.tls_redirect.empty() || !server.tls_certificate.empty()) return;
  conflicts.AddAddress(kRedirect, server.tls_redirect.front(),
                       "redirects to HTTPS, but this server has no certificate",
                       "set server.tls_certificate and server.tls_key, or remove this key");
}

void RequireHttpsOriginWithTls(const Settings& settings, const Conflicts& conflicts) {
  const auto& origin = settings.site.origin;
  if (settings.server.tls_certificate.empty() || !origin.starts_with("http://")) return;
  conflicts.AddValue("site.origin", ToToml(origin),
                     "begins with http://, but server.tls_certificate is set",
                     "begin it with https://");
}

void RequireValkeyUri(const Settings& settings, const Conflicts& conflicts) {
  const auto& store = settings.store;
  if (store.kind != "valkey" || !store.valkey_uri.empty() || !store.valkey_uri_file.empty()) return;
  conflicts.AddKey("store.valkey_uri", "not set, but store.kind is valkey",
                   "set it, such as redis://127.0.0.1:6379, or write it into a file and name that "
                   "file in store.valkey_uri_file");
}

void RequireClientIdForSecret(const Settings& settings, const Conflicts& conflicts) {
  const auto& auth = settings.auth;
  if (auth.oidc_client_secret_file.empty() || !auth.oidc_client_id.empty()) return;
  conflicts.AddKey("auth.oidc_client_secret_file", "set, but auth.oidc_client_id is not",
                   "set auth.oidc_client_id to the ID of the bot that the secret belongs to");
}

void RequireConfidentialIssuer(const Settings& settings, const Conflicts& conflicts) {
  const auto& issuer = settings.auth.oidc_issuer;
  if (settings.dev.enabled || IsConfidential(issuer)) return;
  conflicts.AddValue("auth.oidc_issuer", ToToml(issuer),
                     "would receive the client secret without encryption",
                     "use https, or an issuer on this machine such as http://127.0.0.1:8081");
}

void RequireOneConfidentialApiPerNetwork(const Settings& settings, const Conflicts& conflicts) {
  constexpr const char* kApi = "auth.ton_api";
  std::vector<std::string_view> networks;
  for (const std::string& api : settings.auth.ton_api) {
    const auto equals = api.find('=');
    const auto network = std::string_view(api).substr(0, equals);
    if (std::find(networks.begin(), networks.end(), network) != networks.end()) {
      conflicts.AddValue(kApi, ToToml(api), "the network has another API already",
                         "name one API for each network");
    }
    networks.push_back(network);
    if (!settings.dev.enabled && !IsConfidential(std::string_view(api).substr(equals + 1))) {
      conflicts.AddValue(kApi, ToToml(api),
                         "an attacker on the network could answer with their own key and sign in",
                         "use https, or an API on this machine such as http://127.0.0.1:8081");
    }
  }
}

void RequireWebhookForSecret(const Settings& settings, const Conflicts& conflicts) {
  if (settings.auth.webhook_secret_file.empty() || !settings.auth.webhook_url.empty()) return;
  conflicts.AddKey("auth.webhook_secret_file", "set, but auth.webhook_url is not",
                   "set auth.webhook_url to the URL that receives the events");
}

void RequireDayBetweenKeys(const Settings& settings, const Conflicts& conflicts) {
  const Millis rotation = settings.auth.key_rotation;
  if (rotation.count() == 0 || rotation >= kLeastRotation) return;
  conflicts.AddValue("auth.key_rotation", std::to_string(SecondsOf(rotation).count()),
                     "shorter than a day; backends would fetch the keys all the time",
                     "use 86400 or more, or 0 to rotate with `prichal keys rotate` only");
}

/// Reports the first address that an earlier listener already uses.
void RequireDistinctAddresses(const Settings& settings, const Conflicts& conflicts) {
  struct Listener {
    const char* key;
    const ListenAddress& address;
  };
  std::vector<Listener> listeners;
  const auto& server = settings.server;
  listeners.reserve(server.listen.size() + server.admin.size() + server.tls_redirect.size());
  for (const auto& address : server.listen) listeners.push_back({kListen, address});
  for (const auto& address : server.admin) listeners.push_back({kAdmin, address});
  for (const auto& address : server.tls_redirect) listeners.push_back({kRedirect, address});
  for (auto later = listeners.begin(); later != listeners.end(); ++later) {
    const auto taken = std::find_if(listeners.begin(), later, [later](const Listener& earlier) {
      return earlier.address.IsSamePlace(later->address);
    });
    if (taken == later) continue;
    return conflicts.AddAddress(
        later->key, later->address,
        later->key == taken->key
            ? fmt::format("same address as {}", ToToml(taken->address.ToConfigText()))
            : fmt::format("same address as {} ({})", taken->key,
                          ToToml(taken->address.ToConfigText())),
        "use another port, path or socket name");
  }
}

void RequireCertificateForTlsListeners(const Settings& settings, const Conflicts& conflicts) {
  const auto* tls = FindAddress(settings.server.listen, IsTls);
  if (tls == nullptr || !settings.server.tls_certificate.empty()) return;
  conflicts.AddAddress(kListen, *tls, "has the option tls, but this server has no certificate",
                       "set server.tls_certificate and server.tls_key, or remove tls");
}

void RequireTlsListenerForCertificate(const Settings& settings, const Conflicts& conflicts) {
  const auto& listen = settings.server.listen;
  if (settings.server.tls_certificate.empty() ||
      !std::all_of(listen.begin(), listen.end(), IsPlain)) {
    return;
  }
  conflicts.AddAddress(kListen, listen.front(),
                       "every address is plain, but server.tls_certificate is set",
                       "remove plain from an address, or remove server.tls_certificate");
}

void RejectTlsAndProxyForAdmin(const Settings& settings, const Conflicts& conflicts) {
  for (const auto* address :
       {FindAddress(settings.server.admin, IsTls), FindAddress(settings.server.admin, IsProxied)}) {
    if (address == nullptr) continue;
    conflicts.AddAddress(kAdmin, *address,
                         "the admin listener supports neither TLS nor the PROXY protocol",
                         "remove the option, and let only operators reach the address");
  }
}

void RejectTlsForRedirect(const Settings& settings, const Conflicts& conflicts) {
  const auto* tls = FindAddress(settings.server.tls_redirect, IsTls);
  if (tls == nullptr) return;
  conflicts.AddAddress(kRedirect, *tls,
                       "has the option tls, but this listener redirects plain HTTP",
                       "remove tls, or move the address to server.listen");
}

void RequireBalancersForProxy(const Settings& settings, const Conflicts& conflicts) {
  if (!settings.proxies.balancers.empty()) return;
  const auto check = [&](const char* key, const std::vector<ListenAddress>& addresses) {
    const auto* proxied = FindAddress(addresses, IsProxiedIp);
    if (proxied == nullptr) return;
    conflicts.AddAddress(key, *proxied, "has the option proxy, but proxies.balancers is empty",
                         "add the load balancers that send the PROXY header to "
                         "proxies.balancers");
  };
  check(kListen, settings.server.listen);
  check(kRedirect, settings.server.tls_redirect);
}

/// The rules for several keys, in the order of their problems.
constexpr std::array kChecks{
    RequireOrigin,
    RequireCertificateAndKey,
    RequireTlsForRedirect,
    RequireHttpsOriginWithTls,
    RequireValkeyUri,
    RequireClientIdForSecret,
    RequireConfidentialIssuer,
    RequireOneConfidentialApiPerNetwork,
    RequireWebhookForSecret,
    RequireDayBetweenKeys,
    RequireDistinctAddresses,
    RequireCertificateForTlsListeners,
    RequireTlsListenerForCertificate,
    RejectTlsAndProxyForAdmin,
    RejectTlsForRedirect,
    RequireBalancersForProxy,
};

}  // namespace

void AddConflicts(Resolved& resolved) {
  const Conflicts conflicts(resolved.effective, resolved.problems);
  for (const auto check : kChecks) check(resolved.settings, conflicts);
}

}  // namespace prichal::config
