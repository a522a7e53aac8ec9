#include "signin/service/shared_keys.h"

#include <future>
#include <optional>
#include <utility>

#include "signin/keys/key_service.h"
#include "signin/service/valkey_backend.h"

namespace prichal::app {
namespace {

using auth::KeyStore;
using auth::LedgerError;

net::ServerOptions OneLoop() {
  net::ServerOptions options;
  options.loops = 1;
  return options;
}

}  // namespace

Result<std::unique_ptr<SharedKeys>, std::string> SharedKeys::Open(
    const config::Settings& settings) {
  auto sealing = SealingKeyOf(settings.auth);
  if (!sealing) return Fail(sealing.error());
  auto clients = ValkeyClients::Create(settings, {});
  if (!clients) return Fail(clients.error());
  return std::unique_ptr<SharedKeys>(
      new SharedKeys(*std::move(clients), *std::move(sealing), KeyPolicyOf(settings.auth)));
}

SharedKeys::SharedKeys(std::shared_ptr<ValkeyClients> clients, auth::SealingKey sealing,
                       const auth::KeyPolicy& policy)
    : clients_(std::move(clients)),
      sealing_(std::move(sealing)),
      server_(OneLoop()),
      client_(clients_->Make(server_.loop(0), *this, valkey::PushKind::kSharded, false)),
      store_([this](std::uint32_t /*loop*/) -> valkey::Client& { return *client_; },
             clients_->durability()),
      rotation_(store_, sealing_, {.loop = 0, .policy = policy, .on_change = {}, .on_fault = {}}) {
  server_.Start();
}

// The client lives on the loop, which has ended before it is destroyed.
SharedKeys::~SharedKeys() { (void)server_.Drain(Millis(0)); }

Result<std::shared_ptr<const auth::SigningKeys>, std::string> SharedKeys::Look() {
  using Loaded = Result<std::optional<KeyStore::Stored>, LedgerError>;
  std::promise<Loaded> promise;
  auto answer = promise.get_future();
  server_.loop(0).PostAlways([this, promise = std::move(promise)]() mutable {
    store_.Load(0, [promise = std::move(promise)](Loaded loaded) mutable {
      promise.set_value(std::move(loaded));
    });
  });
  const Loaded loaded = answer.get();
  if (!loaded) return Fail("keys cannot be read: " + loaded.error().reason);
  if (!*loaded) return std::shared_ptr<const auth::SigningKeys>();
  const auto opened = sealing_.Open((*loaded)->bytes);
  if (!opened) return Fail("auth.sealing_key: " + opened.error());
  return opened->keys;
}

Result<std::vector<std::string>, std::string> SharedKeys::Rotate(bool at_once, Millis now) {
  using Rotated = Result<std::vector<std::string>, std::string>;
  std::promise<Rotated> promise;
  auto answer = promise.get_future();
  server_.loop(0).PostAlways([this, at_once, now, promise = std::move(promise)]() mutable {
    rotation_.Rotate(at_once, now, [promise = std::move(promise)](Rotated rotated) mutable {
      promise.set_value(std::move(rotated));
    });
  });
  return answer.get();
}

}  // namespace prichal::app
