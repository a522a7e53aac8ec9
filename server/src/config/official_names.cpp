#include "config/official_names.h"

#include <algorithm>
#include <array>

#include "base/encoding.h"
#include "config/key.h"

namespace prichal::config {
namespace {

constexpr std::array kOfficialNames{
    OfficialName{"PORT", "server.listen", Reading::kPort},
    OfficialName{"METRICS_PORT", "server.admin", Reading::kPort},
    OfficialName{"LOG_LEVEL", "log.level", Reading::kLogLevel},
    OfficialName{"STORAGE", "store.kind"},
    OfficialName{"VALKEY_URI", "store.valkey_uri"},
    OfficialName{"HEARTBEAT_INTERVAL", "bridge.heartbeat"},
    OfficialName{"MAX_BODY_SIZE", "bridge.body_limit"},
    OfficialName{"SSE_MAX_LIFETIME", "bridge.lifetime"},
    OfficialName{"SSE_MAX_LIFETIME_JITTER", "bridge.lifetime_jitter"},
    OfficialName{"CORS_ENABLE", "bridge.cors", Reading::kGoSwitch},
    OfficialName{"RPS_LIMIT", "bridge.rate_limit"},
    // The official bridge has one limit for both.
    OfficialName{"RPS_LIMIT", "bridge.rate_burst"},
    OfficialName{"CONNECTIONS_LIMIT", "bridge.connections_limit"},
    OfficialName{"RATE_LIMITS_BY_PASS_TOKEN", "bridge.bypass_tokens"},
    OfficialName{"TRUSTED_PROXY_RANGES", "proxies.trusted"},
    OfficialName{"CONNECT_CACHE_TTL", "bridge.connect_cache_ttl"},
    OfficialName{"CONNECT_CACHE_SIZE", "bridge.connect_cache_size"},
    OfficialName{"WEBHOOK_URL", "bridge.webhook_url"},
    OfficialName{"COPY_TO_URL", "bridge.copy_to_url"},
    OfficialName{"DISCONNECT_EVENTS_TTL", "bridge.disconnect_ttl"},
    OfficialName{"DISCONNECT_EVENT_MAX_SIZE", "bridge.disconnect_size"},
    OfficialName{"SHUTDOWN_DRAIN_DELAY", "server.drain_delay", Reading::kMilliseconds},
    OfficialName{"SHUTDOWN_TIMEOUT", "server.drain_deadline", Reading::kMilliseconds},
};

/// Variables of the official bridge without effect here. A name that ends with `_` is a prefix.
constexpr std::array<std::string_view, 7> kUnused{
    "PPROF_ENABLED",        "POSTGRES_", "SELF_SIGNED_TLS", "ENABLE_TRANSFERED_CACHE",
    "ENABLE_EXPIRED_CACHE", "NTP_",      "TON_ANALYTICS_",
};

std::string Read(Reading reading, std::string_view text) {
  std::string lower = AsciiLower(std::string(text));
  switch (reading) {
    case Reading::kPort:
      return "0.0.0.0:" + std::string(text);
    case Reading::kGoSwitch:
      if (lower == "1" || lower == "t") return "true";
      if (lower == "0" || lower == "f") return "false";
      return lower;
    case Reading::kMilliseconds: {
      const auto seconds = ParseNumber<std::int64_t>(text);
      const bool fits = seconds && *seconds < INT64_MAX / 1000 && *seconds > INT64_MIN / 1000;
      return fits ? std::to_string(*seconds * 1000) : std::string(text);
    }
    case Reading::kLogLevel:
      if (lower == "warning") return "warn";
      if (lower == "trace") return "debug";
      if (lower == "fatal" || lower == "panic") return "error";
      return lower;
    case Reading::kAsItIs:
      break;
  }
  return std::string(text);
}

bool IsServiceAddress(std::string_view text) {
  return text.starts_with("tcp://") || text.starts_with("udp://");
}

}  // namespace

std::span<const OfficialName> OfficialNames() { return kOfficialNames; }

std::vector<ConfigValue> ReadOfficialEnvironment(const char* const* variables) {
  std::vector<ConfigValue> given;
  for (; *variables != nullptr; ++variables) {
    const std::string_view line = *variables;
    const std::string_view name = line.substr(0, line.find('='));
    const std::string_view text = line.substr(std::min(name.size() + 1, line.size()));
    if (text.empty() || IsServiceAddress(text)) continue;
    for (const OfficialName& row : kOfficialNames) {
      if (row.variable != name) continue;
      const auto table = Keys();
      const auto key = std::find_if(table.begin(), table.end(), [&](const Key& candidate) {
        return FullName(candidate) == row.key;
      });
      if (key == table.end()) continue;
      given.push_back({std::string(row.key),
                       ValueFromText(key->kind, Read(row.reading, text)),
                       {From::kOfficialName, std::string(name)}});
    }
  }
  return given;
}

std::vector<std::string> UnusedOfficialVariables(const char* const* variables) {
  std::vector<std::string> unused;
  for (; *variables != nullptr; ++variables) {
    const std::string_view line = *variables;
    const std::string_view name = line.substr(0, line.find('='));
    if (name.size() + 1 >= line.size() || IsServiceAddress(line.substr(name.size() + 1))) continue;
    const bool is_known =
        std::any_of(kUnused.begin(), kUnused.end(), [&](std::string_view ignored) {
          return ignored.ends_with('_') ? name.starts_with(ignored) : name == ignored;
        });
    if (is_known) unused.emplace_back(name);
  }
  std::sort(unused.begin(), unused.end());
  return unused;
}

}  // namespace prichal::config
