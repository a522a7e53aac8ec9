#include "bridge/http/valkey_backend.h"

#include "bridge/valkey/native_schema.h"
#include "bridge/valkey/official_schema.h"

namespace prichal::app {

std::unique_ptr<const ValkeyBackend> MakeValkeyBackend(
    const config::Settings& settings, const std::shared_ptr<ValkeyClients>& clients) {
  auto backend = std::make_unique<ValkeyBackend>();
  auto pushes = valkey::PushKind::kSharded;
  if (settings.store.valkey_schema == "official") {
    // Theirs publish to channels that all nodes of a cluster hear of.
    pushes = valkey::PushKind::kClassic;
    backend->schema = std::make_unique<OfficialSchema>();
    backend->connects = std::make_unique<OfficialConnects>();
  } else {
    backend->schema = std::make_unique<NativeSchema>();
    backend->connects = std::make_unique<NativeConnects>();
  }
  backend->senders = SendersUnder(clients->password());
  backend->durability = clients->durability();
  backend->client_stats = [clients] { return clients->Stats(); };
  backend->make_client = [clients, pushes](net::Loop& loop, valkey::PushPort& port) {
    return clients->Make(loop, port, pushes, true);
  };
  return backend;
}

}  // namespace prichal::app
