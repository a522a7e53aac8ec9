#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "http/connection/counters.h"
#include "http/connection/handler.h"

namespace prichal::site {

/// Parts of the product by which responses are counted. Fixed, because they are labels of metrics.
enum class Route : http::RouteId {
  kRefused,  ///< rejected before the path was read
  // The next three have histograms.
  kBridgeEvents,
  kBridgeMessage,
  kBridgeVerify,
  kPage,
  kAsset,  ///< a build file or icon with a hash in its name
  kFile,
  kManifest,
  kWallets,
  kStand,
  kRedirect,
  kUnknown,
  kHealth,  ///< /healthz, /health
  kReady,   ///< /readyz, /ready
  kVersion,
  kMetrics,
  kBridgeLimits,
  kAuthTelegram,
  kAuthChallenge,
  kAuthTon,
  kAuthRefresh,
  kAuthVerify,
  kAuthDocuments,  ///< documents of sign-in below /.well-known/
  kAuthOther,
};

inline constexpr std::array<std::string_view, 24> kRouteNames{
    "refused",      "bridge_events", "bridge_message", "bridge_verify",  "page",
    "asset",        "file",          "manifest",       "wallets",        "stand",
    "redirect",     "unknown",       "healthz",        "readyz",         "version",
    "metrics",      "bridge_limits", "auth_telegram",  "auth_challenge", "auth_ton",
    "auth_refresh", "auth_verify",   "auth_documents", "auth_other",
};

/// Upper bounds of the histograms of durations (ms) and sizes (bytes), as in the official bridge.
inline constexpr std::array<std::uint64_t, 11> kMillisBounds{5,   10,   25,   50,   100,   250,
                                                             500, 1000, 2500, 5000, 10'000};
inline constexpr std::array<std::uint64_t, 10> kBytesBounds{
    1024, 2048, 5120, 10'240, 102'400, 512'000, 1'048'576, 2'621'440, 5'242'880, 10'485'760};
static_assert(kMillisBounds.size() <= http::kMostBounds &&
              kBytesBounds.size() <= http::kMostBounds);

/// Counters and histograms of these routes.
inline constexpr http::RouteOptions kRouteOptions{
    .count = kRouteNames.size(),
    .measured = static_cast<std::size_t>(Route::kBridgeVerify),
    .millis_bounds = kMillisBounds,
    .bytes_bounds = kBytesBounds,
};

/// Returns the number of a route for the HTTP server.
[[nodiscard]] constexpr http::RouteId IdOf(Route route) {
  return static_cast<http::RouteId>(route);
}

/// Returns whether the route belongs to sign-in, and so is unused if sign-in is off.
[[nodiscard]] constexpr bool IsAuthRoute(std::size_t number) {
  return kRouteNames.at(number).starts_with("auth_");
}

}  // namespace prichal::site
