// The checks of `prichal doctor`.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ops/doctor/finding.h"
#include "config/settings.h"
#include "outbound/client.h"

namespace prichal::app::doctor {

/// The deployment that is checked, and the client that checks it.
struct Deployment {
  std::string origin{};  ///< An origin as config::IsOrigin() accepts it. Empty if unknown
  /// Settings of the server. Nullopt if its configuration is unknown or has errors.
  std::optional<config::Settings> settings{};
  std::string data_folder{};  ///< Of the server. Empty if it has none or it is unknown
  std::string clock_url{};    ///< Server whose `Date` header is trusted
  /// Timeout of a response, and of an event that should come at once.
  Millis timeout{10'000};
  probe::Client& client;

  [[nodiscard]] std::string At(std::string_view path) const { return origin + std::string(path); }
  /// Sends a GET request.
  [[nodiscard]] probe::Answer Get(const std::string& url,
                                  std::vector<std::string> lines = {}) const {
    return client.Fetch({.url = url, .lines = std::move(lines), .timeout = timeout});
  }
};

/// Origin of another site, for CORS checks.
inline constexpr const char* kOtherPage = "https://wallet.example";

// Each tells of the findings of its part.

/// Checks the origin and its page. Returns false if the origin cannot be reached: then all findings
/// from outside have the reason, and the other checks must not run.
[[nodiscard]] bool LookAtOrigin(const Deployment& deployment, Findings& findings);
void LookAtManifest(const Deployment& deployment, Findings& findings);
void LookAtBridge(const Deployment& deployment, Findings& findings);
void LookAtWallets(const Deployment& deployment, Findings& findings);
/// Reports `clock`. LookAtOriginsClock() reports `clock_origin`.
void LookAtClock(const Deployment& deployment, Findings& findings);
void LookAtOriginsClock(const Deployment& deployment, Findings& findings);
/// Reports all findings from inside except `configuration`.
void LookInside(const Deployment& deployment, Findings& findings);

}  // namespace prichal::app::doctor
