#include "app/valkey_backend.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "app/bridge/valkey/native_schema.h"
#include "app/bridge/valkey/official_schema.h"
#include "base/small_file.h"
#include "valkey/cluster_client.h"
#include "valkey/tls.h"
#include "valkey/uri.h"

namespace prichal::app {
namespace {

constexpr std::size_t kUriFileBytes = 64UL * 1024;

Result<std::string, std::string> UriOf(const config::Settings::Store& store) {
  const std::string& path = store.valkey_uri_file;
  if (path.empty()) return store.valkey_uri;
  auto text = ReadSmallFile(path, kUriFileBytes);
  if (!text)
    return Fail(fmt::format("store.valkey_uri_file: cannot read {}: {}", path, text.error()));
  std::string line = text->substr(0, text->find('\n'));
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

Result<std::unique_ptr<const ValkeyBackend>, std::string> MakeValkeyBackend(
    const config::Settings& settings, const std::function<void(const std::string& line)>& log) {
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

  auto backend = std::make_unique<ValkeyBackend>();
  if (store.valkey_schema == "official") {
    // Theirs publish to channels that all nodes of a cluster hear of.
    options.pushes = valkey::PushKind::kClassic;
    backend->schema = std::make_unique<OfficialSchema>();
    backend->connects = std::make_unique<OfficialConnects>();
  } else {
    backend->schema = std::make_unique<NativeSchema>();
    backend->connects = std::make_unique<NativeConnects>();
  }
  backend->senders = SendersUnder(options.uri.password);
  backend->durability =
      store.valkey_replicas > 0 ? valkey::Durability::kReplicas : valkey::Durability::kMaster;
  // Filled before the loops run, and read while they do.
  const auto counters = std::make_shared<std::vector<const valkey::ClientCounters*>>();
  backend->client_stats = [counters] {
    valkey::ClientStats stats;
    for (const valkey::ClientCounters* one : *counters) stats.Add(*one);
    return stats;
  };
  backend->make_client = [options, log, counters](net::Loop& loop, valkey::PushPort& port) {
    auto own = options;
    // All loops see the same servers: one of them says what becomes of these.
    if (loop.index() == 0) own.log = log;
    auto client = std::make_unique<valkey::ClusterClient>(loop.outbound(), std::move(own), port);
    counters->push_back(&client->counters());
    return client;
  };
  return std::unique_ptr<const ValkeyBackend>(std::move(backend));
}

}  // namespace prichal::app
