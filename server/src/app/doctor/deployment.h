#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/doctor/finding.h"
#include "config/settings.h"
#include "probe/client.h"

namespace prichal::app::doctor {

/// What is looked at, and by what.
struct Deployment {
  std::string origin{};  ///< as config::IsOrigin() has it; empty: none is known
  /// Of the server; nothing where its configuration is not known or not taken.
  std::optional<config::Settings> settings{};
  std::string data_folder{};  ///< of the server; empty: it has none, or it is not known
  std::string clock_url{};    ///< whose Date is believed
  /// How long an answer, or what should come over a stream at once, is waited for.
  Millis timeout{10'000};
  probe::Client& client;

  [[nodiscard]] std::string At(std::string_view path) const { return origin + std::string(path); }
  /// GET without anything else.
  [[nodiscard]] probe::Answer Get(const std::string& url,
                                  std::vector<std::string> lines = {}) const {
    return client.Ask({.url = url, .lines = std::move(lines), .timeout = timeout});
  }
};

/// The page of another site, for which it is asked whether it may read.
inline constexpr const char* kOtherPage = "https://wallet.example";

// Each tells of the findings of its part.

/// The origin and its page. False: nothing there can be asked; the findings of the other parts from
/// outside say why then.
[[nodiscard]] bool LookAtOrigin(const Deployment& deployment, Findings& findings);
void LookAtManifest(const Deployment& deployment, Findings& findings);
void LookAtBridge(const Deployment& deployment, Findings& findings);
void LookAtWallets(const Deployment& deployment, Findings& findings);
/// `clock` alone; `clock_origin` is of who has an origin.
void LookAtClock(const Deployment& deployment, Findings& findings);
void LookAtOriginsClock(const Deployment& deployment, Findings& findings);
/// All from inside but `configuration`.
void LookInside(const Deployment& deployment, Findings& findings);

}  // namespace prichal::app::doctor
