#include "bridge/http/shared.h"

#include "bridge/http/bridge_loop.h"
#include "bridge/http/service.h"

namespace prichal::app {

webhook::NoticeOptions NoticeOptionsOf(const config::Settings::Bridge& settings) {
  return {.urls = settings.webhook_url,
          .copy_to = settings.copy_to_url,
          .secret = settings.webhook_secret};
}

BridgeShared::BridgeShared(const BridgeOptions& chosen, store::Store& kept_in,
                           webhook::Sender* told_by, const ValkeyBackend* backend)
    : store(kept_in),
      webhooks(told_by),
      valkey(backend),
      notices(NoticeOptionsOf(chosen)),
      admission(std::make_unique<Admission>(chosen, hash)) {}

BridgeShared::~BridgeShared() = default;

std::uint32_t BridgeShared::ShardOf(std::uint64_t hashed_id) const {
  return static_cast<std::uint32_t>(hashed_id % loops.size());
}

}  // namespace prichal::app
