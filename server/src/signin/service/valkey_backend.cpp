#include "signin/service/valkey_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <optional>
#include <utility>

namespace prichal::signin {
namespace {

constexpr const char* kWanted =
    "Fix: create one with `openssl rand -hex 32` and give it to all instances in "
    "auth.sealing_key_file";

/// Longest wait in AwaitKeys(). Each command has a timeout of two seconds, and a refresh needs a
/// few.
constexpr Millis kLongestWait = std::chrono::seconds(10);

/// Interval at which each loop checks whether the servers answer it.
constexpr Millis kWatchEvery = std::chrono::seconds(1);

}  // namespace

Result<SealingKey, std::string> SealingKeyOf(const config::Settings::Auth& settings) {
  if (!settings.key_file.empty()) {
    return Fail(
        std::string("auth.key_file: not supported with store.kind valkey, where instances share "
                    "their keys in Valkey. Fix: remove it and set auth.sealing_key_file."));
  }
  if (!settings.sealing_key_file.empty()) {
    auto key = SealingKey::FromFile(settings.sealing_key_file);
    if (!key) return Fail("auth.sealing_key_file: " + key.error());
    return key;
  }
  if (settings.sealing_key.empty()) {
    return Fail(fmt::format(
        "auth.sealing_key: not set; with store.kind valkey it encrypts the shared signing keys. {}",
        kWanted));
  }
  auto key = SealingKey::FromText(settings.sealing_key);
  if (!key) return Fail("auth.sealing_key: " + key.error());
  return key;
}

ValkeyAuthBackend::ValkeyAuthBackend(http::Server& server, const Options& options,
                                     SealingKey sealing, telemetry::Log& log)
    : server_(server),
      log_(log),
      ledger_(
          std::make_unique<ValkeyLedger>(ValkeyLedgerOptions{.durability = options.durability})),
      key_store_([this](std::uint32_t loop) -> valkey::Client& { return ledger_->client(loop); },
                 options.durability),
      loops_ready_(server.loop_count()) {
  for (std::size_t i = 0; i < server.loop_count(); ++i) {
    http::Loop& loop = server.loop(i);
    ledger_->AddLoop(loop.outbound(),
                     [&](valkey::PushPort& port) { return options.make_client(loop, port); });
  }
  rotation_ = std::make_unique<SharedKeyRotation>(
      key_store_, std::move(sealing),
      SharedKeyRotation::Options{
          .loop = 0,
          .policy = options.policy,
          .on_change = [this](
                           const Keys& keys,
                           const std::vector<std::string>& lines) { OnKeysChanged(keys, lines); },
          .on_fault = [this](const KeyFault& fault) { OnFault(fault); }});
}

ValkeyAuthBackend::~ValkeyAuthBackend() = default;

void ValkeyAuthBackend::Start(OnKeys on_keys) {
  on_keys_ = std::move(on_keys);
  for (std::size_t i = 0; i < loops_ready_.size(); ++i) {
    server_.loop(i).Every(kWatchEvery, [this, i] { Watch(static_cast<std::uint32_t>(i)); });
  }
  RefreshKeys();
}

Result<void, std::string> ValkeyAuthBackend::AwaitKeys() {
  std::unique_lock lock(mutex_);
  (void)learnt_.wait_for(lock, kLongestWait, [this] { return first_.has_value(); });
  return first_ ? *first_ : Result<void, std::string>();
}

void ValkeyAuthBackend::RefreshKeys() {
  http::Loop& loop = server_.loop(0);
  loop.PostAlways([this, &loop] {
    rotation_->Refresh(loop.now().unix_time, [this](const auto& done) {
      if (!done || last_fault_.empty()) return;
      last_fault_.clear();
      log_.Write(telemetry::Level::kInfo, "the signing keys can be read again");
    });
  });
}

void ValkeyAuthBackend::OnKeysChanged(const Keys& keys, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    log_.Write(telemetry::Level::kInfo, "the signing keys have changed", {{"what", line}});
  }
  on_keys_(keys);
  has_keys_ = true;
  (void)Learn({});
}

void ValkeyAuthBackend::OnFault(const KeyFault& fault) {
  if (fault.is_sealed_otherwise && Learn(Fail("auth.sealing_key: " + fault.line))) return;
  (void)Learn({});
  // A refresh fails every two seconds; log each reason once.
  if (fault.line == last_fault_) return;
  last_fault_ = fault.line;
  log_.Write(telemetry::Level::kError,
             has_keys_ ? "cannot read or save the signing keys"
                       : "no signing keys: users cannot sign in, and readiness is off",
             {{"reason", fault.line}});
}

bool ValkeyAuthBackend::Learn(Result<void, std::string> first) {
  const std::lock_guard lock(mutex_);
  if (first_) return false;
  first_ = std::move(first);
  learnt_.notify_all();
  return true;
}

bool ValkeyAuthBackend::ready() const {
  return has_keys_ && std::all_of(loops_ready_.begin(), loops_ready_.end(),
                                  [](const std::atomic<bool>& one) { return one.load(); });
}

void ValkeyAuthBackend::Stop() {
  rotation_.reset();
  ledger_.reset();
}

void ValkeyAuthBackend::Watch(std::uint32_t loop) {
  const bool is_ready = ledger_->ready(loop);
  const bool was_ready = loops_ready_.at(loop).exchange(is_ready);
  // All loops use the same servers, so only the first one logs.
  if (loop != 0 || is_ready == was_ready) return;
  if (is_ready) {
    log_.Write(telemetry::Level::kInfo, "sessions can be saved");
  } else {
    log_.Write(telemetry::Level::kError, "cannot save sessions",
               {{"reason", "no master of store.valkey_uri is reachable"}});
  }
}

namespace {

http::ServerOptions OneLoop() {
  http::ServerOptions options;
  options.loops = 1;
  return options;
}

}  // namespace

Result<std::unique_ptr<SharedKeys>, std::string> SharedKeys::Open(
    const config::Settings& settings) {
  auto sealing = SealingKeyOf(settings.auth);
  if (!sealing) return Fail(sealing.error());
  auto clients = valkey::ValkeyClients::Create(settings, {});
  if (!clients) return Fail(clients.error());
  return std::unique_ptr<SharedKeys>(
      new SharedKeys(*std::move(clients), *std::move(sealing), KeyPolicyOf(settings.auth)));
}

SharedKeys::SharedKeys(std::shared_ptr<valkey::ValkeyClients> clients, SealingKey sealing,
                       const KeyPolicy& policy)
    : clients_(std::move(clients)),
      sealing_(std::move(sealing)),
      server_(OneLoop()),
      client_(clients_->Make(server_.loop(0), *this, valkey::PushKind::kSharded, false)),
      store_([this](std::uint32_t /*loop*/) -> valkey::Client& { return *client_; },
             clients_->durability()),
      rotation_(store_, sealing_, {.loop = 0, .policy = policy, .on_change = {}, .on_fault = {}}) {
  server_.Start();
}

// Ends the loop before the client is destroyed.
SharedKeys::~SharedKeys() { (void)server_.Drain(Millis(0)); }

Result<std::shared_ptr<const SigningKeys>, std::string> SharedKeys::Look() {
  using Loaded = Result<std::optional<KeyStore::Stored>, LedgerError>;
  std::promise<Loaded> promise;
  auto answer = promise.get_future();
  server_.loop(0).PostAlways([this, promise = std::move(promise)]() mutable {
    store_.Load(0, [promise = std::move(promise)](Loaded loaded) mutable {
      promise.set_value(std::move(loaded));
    });
  });
  const Loaded loaded = answer.get();
  if (!loaded) return Fail("cannot read the keys: " + loaded.error().reason);
  if (!*loaded) return std::shared_ptr<const SigningKeys>();
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

}  // namespace prichal::signin
