#include "config/memory_bounds.h"

#include <algorithm>

#include "config/key.h"

namespace prichal::config {
namespace {

constexpr std::uint64_t kOwn = 24 * kMiB;     // the process itself, and the tables of addresses
constexpr std::uint64_t kIdBytes = 300;       // of a client id of a stream
constexpr std::uint64_t kConnectBytes = 100;  // of a stream that verify remembers
constexpr std::uint64_t kKernelBytes = 64 * kKiB;  // of a socket that is not read

std::uint64_t OfSignIn(const Settings& settings) {
  if (!SignsIn(settings)) return 0;
  constexpr std::uint64_t kTables = 7 * kMiB;         // proofs of keys, limits by address
  constexpr std::uint64_t kHookBytes = 4 * kMiB;      // of one address
  constexpr std::uint64_t kIdTokenBytes = 16 * kKiB;  // twice the longest
  const std::uint64_t cache = settings.auth.cache_bytes;
  const std::uint64_t waiting = settings.server.max_connections;
  return cache + std::clamp<std::uint64_t>(2 * cache, 2 * kMiB, 32 * kMiB) + kTables +
         settings.auth.webhook_url.size() * kHookBytes +
         std::min<std::uint64_t>(waiting, 10'000) * kKiB +
         std::min<std::uint64_t>(waiting, 512) * kIdTokenBytes;
}

}  // namespace

std::uint64_t MostMemory(const Settings& settings) {
  const auto& bridge = settings.bridge;
  const std::uint64_t hooks = bridge.webhook_url.size() + (bridge.copy_to_url.empty() ? 0 : 1);
  return kOwn + bridge.total_bytes + bridge.total_bytes / 16 +
         settings.server.max_connections * (bridge.stream_bytes + kKernelBytes + kKiB) +
         settings.server.request_bytes + settings.store.queue_bytes + hooks * bridge.webhook_bytes +
         bridge.total_ids * kIdBytes + bridge.connect_cache_size * kConnectBytes +
         OfSignIn(settings);
}

}  // namespace prichal::config
