#include "bridge/http/bridge_service.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/telemetry/counter_sum.h"
#include "bridge/http/bridge_handler.h"
#include "bridge/http/bridge_loop.h"

namespace prichal::bridge {

BridgeService::BridgeService(http::Server& server, const BridgeOptions& options,
                             store::Store& store, outbound::WebhookSender* webhooks,
                             const ValkeyBackend* backend)
    : shared_(std::make_unique<BridgeShared>(options, store, webhooks, backend)),
      snapshot_(std::make_shared<const BridgeSnapshot>(options, server.loop_count())) {
  for (std::size_t i = 0; i < server.loop_count(); ++i) {
    shared_->loops.push_back(std::make_unique<BridgeLoop>(*shared_, server.loop(i), snapshot_));
  }
  store.OnLost([this] {
    for (const auto& loop : shared_->loops) loop->PostRefill();
  });
}

Result<store::Loaded, std::string> BridgeService::Restore() {
  const Time now = shared_->loops.front()->loop().now();
  auto loaded = shared_->store.Load(now.unix_time, [&](const store::Record& record) {
    BridgeLoop& shard = shared_->At(shared_->ShardOf(record.to));
    shard.Restore(record, now);
  });
  shared_->event_ids.StartAfter(now.unix_time);
  if (loaded) {
    shared_->event_ids.StartAfter(loaded->last_id);
    shared_->fingerprints = loaded->fingerprints;
  }
  return loaded;
}

BridgeService::~BridgeService() = default;

void BridgeService::Disconnect() {
  for (const auto& loop : shared_->loops) loop->Disconnect();
}

ValkeyCounters BridgeService::BackendStats() const {
  ValkeyCounters sum;
  for (const auto& loop : shared_->loops) {
    if (const ValkeyCounters* counters = loop->backend_counters()) AddToSum(sum, *counters);
  }
  return sum;
}

bool BridgeService::BackendReady() const {
  return std::all_of(shared_->loops.begin(), shared_->loops.end(), [](const auto& loop) {
    const ValkeyCounters* counters = loop->backend_counters();
    return counters == nullptr || counters->ready.Get() != 0;
  });
}

std::unique_ptr<http::Handler> BridgeService::MakeHandler(http::Loop& loop) {
  return std::make_unique<BridgeHandler>(shared_->At(loop.index()));
}

void BridgeService::Reload(const BridgeOptions& options) {
  auto snapshot = std::make_shared<const BridgeSnapshot>(options, shared_->loops.size());
  shared_->admission->SetLimits(options);
  for (const auto& loop : shared_->loops) loop->PostSnapshot(snapshot);
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(snapshot);
}

bool BridgeService::Owns(std::string_view path) { return path.starts_with("/bridge/"); }

std::vector<std::uint64_t> BridgeService::TokenUses() const {
  const std::lock_guard lock(mutex_);
  return snapshot_->tokens.UseCounts();
}

std::uint64_t BridgeService::RefillPending() const {
  return std::accumulate(
      shared_->loops.begin(), shared_->loops.end(), std::uint64_t{0},
      [](std::uint64_t sum, const auto& loop) { return sum + loop->refill_pending(); });
}

Stats BridgeService::Stats() const {
  bridge::Stats stats;
  for (const auto& loop : shared_->loops) telemetry::AddTo(stats, loop->counters());
  return stats;
}

BridgeShared::BridgeShared(const BridgeOptions& chosen, store::Store& kept_in,
                           outbound::WebhookSender* told_by, const ValkeyBackend* backend)
    : store(kept_in),
      webhooks(told_by),
      valkey(backend),
      notices(chosen),
      admission(std::make_unique<Admission>(chosen, hash)) {}

BridgeShared::~BridgeShared() = default;

std::uint32_t BridgeShared::ShardOf(std::uint64_t hashed_id) const {
  return static_cast<std::uint32_t>(hashed_id % loops.size());
}

std::unique_ptr<const ValkeyBackend> MakeValkeyBackend(
    const config::Settings& settings, const std::shared_ptr<valkey::ValkeyClients>& clients) {
  auto backend = std::make_unique<ValkeyBackend>();
  auto pushes = valkey::PushKind::kSharded;
  if (settings.store.valkey_schema == "official") {
    // Instances of the official bridge publish to channels of the whole cluster.
    pushes = valkey::PushKind::kClassic;
    backend->schema = MakeOfficialSchema();
  } else {
    backend->schema = MakeNativeSchema();
  }
  backend->senders = SendersUnder(clients->password());
  backend->durability = clients->durability();
  backend->make_client = [clients, pushes](http::Loop& loop, valkey::PushPort& port) {
    return clients->Make(loop, port, pushes, true);
  };
  return backend;
}

}  // namespace prichal::bridge
