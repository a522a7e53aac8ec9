#include "signin/keys/key_service.h"

#include "base/clock.h"

namespace prichal::signin {
namespace {

/// The tolerated difference between our clock and those of verifiers.
constexpr Millis kClockSkew = std::chrono::seconds(300);

}  // namespace

KeyPolicy KeyPolicyOf(const config::Settings::Auth& settings) {
  return {.algorithm =
              settings.algorithm == "EdDSA" ? token::Algorithm::kEdDsa : token::Algorithm::kEs256,
          .rotation = settings.key_rotation,
          .tail = settings.access_lifetime + kClockSkew};
}

KeyPlaces KeyPlacesOf(const config::Settings::Auth& settings, const std::string& data) {
  return {.folder = data.empty() ? std::string() : data + "/auth-keys",
          .key_file = settings.key_file};
}

Result<std::unique_ptr<KeyService>, std::string> KeyService::Open(
    const config::Settings::Auth& settings, const std::string& data, telemetry::Log& log) {
  auto rotation = KeyRotation::Open(KeyPlacesOf(settings, data), KeyPolicyOf(settings),
                                    MachineClock().Now().unix_time);
  if (!rotation) return Fail(rotation.error());
  std::unique_ptr<KeyService> service(new KeyService(*std::move(rotation), log));
  // A failure is logged and retried later; the current keys sign until then.
  (void)service->Refresh();
  return service;
}

bool KeyService::Refresh() {
  const auto before = keys();
  const auto report = rotation_->Refresh(MachineClock().Now().unix_time);
  if (!report) {
    log_.Write(telemetry::Level::kError, "cannot read or save the signing keys",
               {{"reason", report.error()}});
  } else {
    for (const std::string& line : *report) {
      log_.Write(telemetry::Level::kInfo, "the signing keys have changed", {{"what", line}});
    }
  }
  return keys() != before;
}

}  // namespace prichal::signin
