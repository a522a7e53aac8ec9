#include "config/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <numeric>

namespace prichal::config {
namespace {

constexpr std::chrono::hours kLeastRotation{24};

/// Levenshtein's distance, for texts of at most 63 bytes; more for longer ones.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, 64> row{};
  if (a.size() >= row.size() || b.size() >= row.size()) return row.size();
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

/// The way out for a key that does not exist: the nearest one, when it is near enough.
std::string Suggestion(const ConfigValue& wrong, std::span<const Key> table) {
  constexpr std::size_t kNear = 3;
  std::size_t best = kNear + 1;
  std::string name;
  for (const auto& key : table) {
    const auto candidate =
        wrong.source.from == From::kEnvironment ? EnvironmentName(key) : FullName(key);
    const auto steps = std::min(Distance(wrong.key, candidate), Distance(wrong.key, key.name));
    if (steps < best) {
      best = steps;
      name = candidate;
    }
  }
  return name.empty() ? "`prichal check-config` prints every key"
                      : fmt::format("did you mean {}?", name);
}

const Key* Find(std::span<const Key> table, std::string_view name) {
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const Key& key) { return FullName(key) == name; });
  return row == table.end() ? nullptr : &*row;
}

/// True where others on the network can neither read nor change what is exchanged with this URL.
bool IsSecretOnItsWay(std::string_view url) {
  if (url.starts_with("https://")) return true;
  const auto is_host = [url](std::string_view host) {
    return url == host ||
           (url.starts_with(host) && (url[host.size()] == ':' || url[host.size()] == '/'));
  };
  return is_host("http://127.0.0.1") || is_host("http://[::1]") || is_host("http://localhost");
}

/// Of keys that do not fit together: `reason` and `way_out` complete a line that begins with the
/// key, or with the key and its value.
class Together {
 public:
  Together(const std::vector<Effective>& effective, std::vector<Problem>& problems)
      : effective_(effective), problems_(problems) {}

  void IsNotSet(std::string_view key, std::string reason, std::string way_out) const {
    Add(key, {}, std::move(reason), std::move(way_out), " ");
  }
  void IsWrong(std::string_view key, std::string value, std::string reason,
               std::string way_out) const {
    Add(key, std::move(value), std::move(reason), std::move(way_out), ": ");
  }

 private:
  void Add(std::string_view key, std::string value, std::string reason, std::string way_out,
           std::string_view between) const {
    Problem problem;
    problem.text = fmt::format("{}{}{}{}{}; {}", key, value.empty() ? "" : " = ", value, between,
                               reason, way_out);
    problem.key = key;
    problem.value = std::move(value);
    for (const auto& row : effective_) {
      if (FullName(*row.key) == key) problem.source = row.source;
    }
    problem.reason = std::move(reason);
    problem.way_out = std::move(way_out);
    problems_.push_back(std::move(problem));
  }

  const std::vector<Effective>& effective_;
  std::vector<Problem>& problems_;
};

/// A key with addresses to listen on.
struct Listening {
  std::string_view key;
  const std::vector<ListenAddress>& addresses;
};

std::string QuotedAddress(const ListenAddress& address) { return ToToml(address.ToConfigText()); }

/// Of all addresses two and two.
void CheckPlaces(const std::array<Listening, 3>& all, const Together& together) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all[i].addresses.size(); ++j) {
      const ListenAddress& address = all[i].addresses[j];
      for (std::size_t before = 0; before <= i; ++before) {
        const auto& others = all[before].addresses;
        const auto last =
            others.begin() + static_cast<std::ptrdiff_t>(before == i ? j : others.size());
        const auto taken = std::find_if(others.begin(), last, [&](const ListenAddress& other) {
          return other.IsSamePlace(address);
        });
        if (taken == last) continue;
        together.IsWrong(
            all[i].key, QuotedAddress(address),
            fmt::format("{} of {} is there already", QuotedAddress(*taken), all[before].key),
            "give it a port, a path or a name of its own");
        return;
      }
    }
  }
}

/// The words behind addresses.
void CheckWords(const Settings& settings, const Together& together) {
  const auto& server = settings.server;
  const bool has_certificate = !server.tls_certificate.empty();
  const auto has = [](const std::vector<ListenAddress>& addresses, bool ListenAddress::*word) {
    return std::find_if(addresses.begin(), addresses.end(),
                        [word](const ListenAddress& address) { return address.*word; });
  };
  if (const auto tls = has(server.listen, &ListenAddress::tls);
      tls != server.listen.end() && !has_certificate) {
    together.IsWrong("server.listen", QuotedAddress(*tls),
                     "there is no certificate to speak TLS with",
                     "set server.tls_certificate and server.tls_key, or leave tls away");
  }
  if (has_certificate && std::all_of(server.listen.begin(), server.listen.end(),
                                     [](const ListenAddress& address) { return address.plain; })) {
    together.IsWrong("server.listen", QuotedAddress(server.listen.front()),
                     "nobody would be shown server.tls_certificate",
                     "leave plain away where TLS is spoken, or empty server.tls_certificate");
  }
  for (bool ListenAddress::*const word : {&ListenAddress::tls, &ListenAddress::proxied}) {
    if (const auto found = has(server.admin, word); found != server.admin.end()) {
      together.IsWrong("server.admin", QuotedAddress(*found),
                       "the operator's listener speaks no TLS and reads no PROXY header",
                       "leave the word away, and let nobody but its operator reach it");
    }
  }
  if (const auto tls = has(server.tls_redirect, &ListenAddress::tls);
      tls != server.tls_redirect.end()) {
    together.IsWrong("server.tls_redirect", QuotedAddress(*tls),
                     "it is there for those who speak no TLS",
                     "leave tls away, or move the address to server.listen");
  }
  for (const Listening& listening : {Listening{"server.listen", server.listen},
                                     Listening{"server.tls_redirect", server.tls_redirect}}) {
    const auto proxied = std::find_if(
        listening.addresses.begin(), listening.addresses.end(), [](const ListenAddress& address) {
          return address.proxied && address.kind == ListenAddress::Kind::kIp;
        });
    if (proxied == listening.addresses.end() || !settings.proxies.balancers.empty()) continue;
    together.IsWrong(listening.key, QuotedAddress(*proxied),
                     "no balancer is believed, so every connection would be closed",
                     "name those that write the PROXY header in proxies.balancers");
  }
}

/// Checks that `auth.ton_api` has one API for each network, reached by https or on this machine.
void CheckTonApis(const Settings& settings, const Together& together) {
  const auto& apis = settings.auth.ton_api;
  for (auto api = apis.begin(); api != apis.end(); ++api) {
    const auto equals = api->find('=');
    const std::string network = api->substr(0, equals + 1);
    if (std::any_of(apis.begin(), api,
                    [&](const std::string& other) { return other.starts_with(network); })) {
      together.IsWrong("auth.ton_api", ToToml(*api), "this network has an API already",
                       "name one API for each network");
    }
    if (!settings.dev.enabled && !IsSecretOnItsWay(std::string_view(*api).substr(equals + 1))) {
      together.IsWrong("auth.ton_api", ToToml(*api),
                       "others on the network could answer with a key of their own, and sign in",
                       "use https, or an API on this machine such as http://127.0.0.1:8081");
    }
  }
}

/// What no single value shows.
void CheckTogether(const Settings& settings, const Together& together) {
  if (settings.site.origin.empty() && !settings.dev.enabled) {
    together.IsNotSet("site.origin", "is not set: wallets need the public address of the site",
                      "set it, such as https://app.example.org, or start with --dev");
  }
  const auto& server = settings.server;
  if (server.tls_certificate.empty() != server.tls_key.empty()) {
    const bool key = server.tls_key.empty();
    together.IsNotSet(key ? "server.tls_key" : "server.tls_certificate",
                      fmt::format("is not set, and server.{} is: TLS needs both",
                                  key ? "tls_certificate" : "tls_key"),
                      "set it, or empty the other");
  }
  if (!server.tls_redirect.empty() && server.tls_certificate.empty()) {
    together.IsWrong("server.tls_redirect", QuotedAddress(server.tls_redirect.front()),
                     "nothing here speaks TLS that visitors could be sent to",
                     "set server.tls_certificate and server.tls_key, or empty it");
  }
  if (!server.tls_certificate.empty() && settings.site.origin.starts_with("http://")) {
    together.IsWrong("site.origin", fmt::format("\"{}\"", settings.site.origin),
                     "with server.tls_certificate the site is at https://", "say so");
  }
  const auto& store = settings.store;
  if (store.kind == "valkey" && store.valkey_uri.empty() && store.valkey_uri_file.empty()) {
    together.IsNotSet("store.valkey_uri",
                      "is not set: with store.kind valkey it says where the server is",
                      "set it, such as redis://127.0.0.1:6379, or name a file that has it in "
                      "store.valkey_uri_file");
  }
  const auto& auth = settings.auth;
  if (auth.oidc_client_id.empty() && !auth.oidc_client_secret_file.empty()) {
    together.IsNotSet("auth.oidc_client_secret_file", "is set, and auth.oidc_client_id is not",
                      "set that to the id of the bot whose secret this is");
  }
  if (!settings.dev.enabled && !IsSecretOnItsWay(auth.oidc_issuer)) {
    together.IsWrong("auth.oidc_issuer", ToToml(auth.oidc_issuer),
                     "the client secret would go there for everybody to read",
                     "use https, or an issuer on this machine such as http://127.0.0.1:8081");
  }
  CheckTonApis(settings, together);
  if (!auth.webhook_secret_file.empty() && auth.webhook_url.empty()) {
    together.IsNotSet("auth.webhook_secret_file", "is set, and auth.webhook_url is not",
                      "set that to where events are posted to");
  }
  if (auth.key_rotation.count() != 0 && auth.key_rotation < kLeastRotation) {
    together.IsWrong(
        "auth.key_rotation",
        std::to_string(std::chrono::duration_cast<std::chrono::seconds>(auth.key_rotation).count()),
        "back ends that keep the set of keys would ask for a new one all the time",
        "set it to 86400 or more, or to 0 and rotate by hand");
  }
  CheckPlaces({Listening{"server.listen", server.listen}, Listening{"server.admin", server.admin},
               Listening{"server.tls_redirect", server.tls_redirect}},
              together);
  CheckWords(settings, together);
}

/// Of a value that its key does not take.
Problem Refused(const Key& key, const ConfigValue& item) {
  Problem problem{.text = {},
                  .key = item.key,
                  .value = Shown(key, item.value),
                  .source = item.source,
                  .reason = "the value is not allowed",
                  .way_out = fmt::format("allowed is {}", Allowed(key))};
  std::string mistake = MistakeIn(key, item.value);
  problem.text =
      fmt::format("{} = {} ({}): {}{}{}", problem.key, problem.value, ToText(item.source), mistake,
                  mistake.empty() ? "" : "; ", problem.way_out);
  if (!mistake.empty()) problem.reason = std::move(mistake);
  return problem;
}

/// As it is shown: where a list may be written as its only item, a list of one is that.
ConfigValue Shortest(const Key& key, ConfigValue item) {
  const auto* list = std::get_if<List>(&item.value);
  if (list == nullptr || !key.or_one || list->size() > 1) return item;
  // Not assigned from a part of itself.
  std::string only = list->empty() ? std::string() : list->front();
  item.value = std::move(only);
  return item;
}

Problem Unknown(const ConfigValue& item, std::span<const Key> table) {
  Problem problem{.text = {},
                  .key = item.key,
                  .value = {},  // of what is unknown nobody knows whether it is a secret
                  .source = item.source,
                  .reason = "unknown key",
                  .way_out = Suggestion(item, table)};
  problem.text = fmt::format("{} ({}): {}; {}", problem.key, ToText(item.source), problem.reason,
                             problem.way_out);
  return problem;
}

}  // namespace

Resolved Resolve(const std::vector<ConfigValue>& given, const Machine& machine,
                 std::span<const Key> table) {
  Resolved resolved;
  for (const auto& key : table) {
    resolved.effective.push_back({&key, DefaultOf(key), Source{}});
  }
  for (const auto& one : given) {
    const auto* key = Find(table, one.key);
    if (key == nullptr) {
      resolved.problems.push_back(Unknown(one, table));
      continue;
    }
    const ConfigValue item = Shortest(*key, one);
    if (!Fits(*key, item.value)) {
      resolved.problems.push_back(Refused(*key, item));
      continue;
    }
    auto& row = resolved.effective[static_cast<std::size_t>(key - table.data())];
    if (item.source.from >= row.source.from) row = {key, item.value, item.source};
  }
  for (const auto& row : resolved.effective) row.key->store(resolved.settings, row.value);
  for (const auto* key : FitTo(resolved.settings, machine, table)) {
    auto& row = resolved.effective[static_cast<std::size_t>(key - table.data())];
    row.value = key->load(resolved.settings);
    row.source.share_of = machine.Describe();
  }
  if (resolved.problems.empty()) {
    CheckTogether(resolved.settings, Together(resolved.effective, resolved.problems));
  }
  return resolved;
}

Problem ProblemOf(std::string text) {
  Problem problem;
  problem.reason = text;
  problem.text = std::move(text);
  return problem;
}

std::vector<std::string> TextsOf(const std::vector<Problem>& problems) {
  std::vector<std::string> texts;
  texts.reserve(problems.size());
  for (const Problem& problem : problems) texts.push_back(problem.text);
  return texts;
}

std::vector<std::string> KeepFromStart(const Settings& before, Settings& next) {
  std::vector<std::string> changed;
  for (const auto& key : Keys()) {
    const Value had = key.load(before);
    if (!key.at_start || key.load(next) == had) continue;
    changed.push_back(FullName(key));
    key.store(next, had);
  }
  return changed;
}

std::string ToText(const Source& source) {
  if (!source.share_of.empty()) {
    Source without = source;
    without.share_of.clear();
    return fmt::format("{}, a share of {}", ToText(without), source.share_of);
  }
  switch (source.from) {
    case From::kFile:
      return "file " + source.where;
    case From::kOfficialName:
    case From::kEnvironment:
      return "environment " + source.where;
    case From::kFlag:
      return "flag " + source.where;
    case From::kDefault:
      break;
  }
  return "default";
}

std::string ToToml(const Resolved& resolved) {
  std::string out;
  std::string_view section;
  for (const auto& row : resolved.effective) {
    if (row.key->section != section) {
      section = row.key->section;
      out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", section);
    }
    const auto line = fmt::format("{} = {}", row.key->name, Shown(*row.key, row.value));
    out += fmt::format("{:<40}  # {}\n", line, ToText(row.source));
  }
  return out;
}

}  // namespace prichal::config
