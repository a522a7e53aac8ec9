#include "app/valkey_clients.h"

#include <fmt/format.h>

#include <cstddef>

#include "auth/private_file.h"
#include "valkey/cluster_client.h"
#include "valkey/tls.h"
#include "valkey/uri.h"

namespace prichal::app {
namespace {

Result<std::string, std::string> UriOf(const config::Settings::Store& store) {
  const std::string& path = store.valkey_uri_file;
  if (path.empty()) return store.valkey_uri;
  const auto text =
      auth::PrivateFile::Read(path, auth::kMaxSecretFile, auth::PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("store.valkey_uri_file: {}", text.error()));
  std::string line(text->view().substr(0, text->view().find('\n')));
  line.resize(line.find_last_not_of(" \t\r") + 1);
  if (line.empty()) {
    return Fail(
        fmt::format("store.valkey_uri_file: the first line of {} is empty; write there what "
                    "store.valkey_uri would say",
                    path));
  }
  return line;
}

}  // namespace

Result<std::shared_ptr<ValkeyClients>, std::string> ValkeyClients::Of(
    const config::Settings& settings, Log log) {
  const auto& store = settings.store;
  const auto text = UriOf(store);
  if (!text) return Fail(text.error());
  auto uri = valkey::ParseUri(*text);
  if (!uri) return Fail("store.valkey_uri: " + uri.error());
  valkey::ClientOptions options;
  options.uri = *std::move(uri);
  if (options.uri.tls) {
    auto tls = valkey::MakeTlsContext({.ca_file = store.valkey_ca_file});
    if (!tls) return Fail("store.valkey_ca_file: " + tls.error());
    options.tls = *std::move(tls);
  }
  if (store.valkey_replicas > 0) options.replicas = store.valkey_replicas;
  const auto durability =
      store.valkey_replicas > 0 ? valkey::Durability::kReplicas : valkey::Durability::kMaster;
  return std::shared_ptr<ValkeyClients>(
      new ValkeyClients(std::move(options), durability, std::move(log)));
}

std::unique_ptr<valkey::Client> ValkeyClients::Make(net::Loop& loop, valkey::PushPort& port,
                                                    valkey::PushKind pushes, bool is_told) {
  auto own = options_;
  own.pushes = pushes;
  // All loops see the same servers: one of them says what becomes of these.
  if (is_told && loop.index() == 0) own.log = log_;
  auto client = std::make_unique<valkey::ClusterClient>(loop.outbound(), std::move(own), port);
  counters_.push_back(&client->counters());
  return client;
}

valkey::ClientStats ValkeyClients::Stats() const {
  valkey::ClientStats stats;
  for (const valkey::ClientCounters* one : counters_) stats.Add(*one);
  return stats;
}

}  // namespace prichal::app
