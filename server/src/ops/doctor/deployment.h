// The checks of `prichal doctor`, its DNS lookups with a deadline, and its reader of picture sizes.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "config/settings.h"
#include "ops/doctor/finding.h"
#include "ops/doctor/judgements.h"
#include "outbound/probe.h"

namespace prichal::ops {

/// The deployment that is checked, and the client that checks it.
struct Deployment {
  std::string origin{};  ///< An origin as config::IsOrigin() accepts it. Empty if unknown
  /// Settings of the server. Nullopt if its configuration is unknown or has errors.
  std::optional<config::Settings> settings{};
  std::string data_folder{};  ///< Data folder of the server. Empty if none or unknown
  std::string clock_url{};    ///< Server whose `Date` header is trusted
  /// Timeout of a response, and of an event that should come at once.
  Millis timeout{10'000};
  outbound::ProbeClient& client;

  /// Returns the URL of a path of the origin.
  [[nodiscard]] std::string At(std::string_view path) const { return origin + std::string(path); }
  /// Sends a GET request.
  [[nodiscard]] outbound::Response Get(const std::string& url,
                                       std::vector<std::string> lines = {}) const {
    return client.Fetch({.url = url, .lines = std::move(lines), .timeout = timeout});
  }
};

/// Origin of another site, for CORS checks.
inline constexpr const char* kOtherPage = "https://wallet.example";

// Each function reports the findings of its part.

/// What answers at the origin.
enum class Seen {
  kNothing,  ///< the reason is reported for all findings from outside
  kBridge,   ///< a server without a mini app: it has no manifest and needs no wallets list
  kApp,
};
/// Checks the origin and its page. For kNothing, call no other check from outside.
[[nodiscard]] Seen LookAtOrigin(const Deployment& deployment, Findings& findings);
void LookAtManifest(const Deployment& deployment, Findings& findings);
void LookAtBridge(const Deployment& deployment, Findings& findings);
void LookAtWallets(const Deployment& deployment, Findings& findings);
/// Reports `clock`. LookAtOriginsClock() reports `clock_origin`.
void LookAtClock(const Deployment& deployment, Findings& findings);
void LookAtOriginsClock(const Deployment& deployment, Findings& findings);
/// Reports all findings from inside except `configuration`.
void LookInside(const Deployment& deployment, Findings& findings);

/// Looks up all names in parallel with getaddrinfo(3). Names without an answer after `most` are
/// kNoAnswer.
[[nodiscard]] std::vector<LookedUp> LookUp(const std::vector<std::string>& names, Millis most);

/// Returns whether DNS works on this machine: whether the host of the URL `reference` resolves
/// within `most`.
[[nodiscard]] bool FindsNames(const std::string& reference, Millis most);

/// Returns the host of a URL, without brackets.
[[nodiscard]] std::string HostOf(std::string_view url);

/// Type and size of a picture, from its first bytes.
struct Picture {
  /// "PNG" or "ICO", which wallets accept; else the name of the type, or "nothing known".
  std::string_view kind;
  std::uint32_t width = 0;  ///< Pixels; 0 if unknown. For an ICO, the largest of its pictures
  std::uint32_t height = 0;

  [[nodiscard]] bool is_taken() const { return kind == "PNG" || kind == "ICO"; }
};

/// Reads any bytes (PNG, third edition, section 11.2.1; the ICO header of Windows).
[[nodiscard]] Picture ReadPicture(std::string_view bytes);

}  // namespace prichal::ops
