#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "base/telemetry/log.h"
#include "config/settings.h"
#include "signin/keys/key_rotation.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/signing_keys.h"

namespace prichal::app {

/// The policy of the configuration.
[[nodiscard]] auth::KeyPolicy KeyPolicyOf(const config::Settings::Auth& settings);

/// The places of keys. `data` is the folder for data that survives a restart. Empty if nothing
/// does.
[[nodiscard]] auth::KeyPlaces KeyPlacesOf(const config::Settings::Auth& settings,
                                          const std::string& data);

/// The signing keys of this process, and the log lines about them. One thread at a time.
class KeyService {
 public:
  /// Reads the keys, or makes them. `log` must outlive the service. The error is one line that
  /// names the file, the reason and the fix.
  [[nodiscard]] static Result<std::unique_ptr<KeyService>, std::string> Open(
      const config::Settings::Auth& settings, const std::string& data, telemetry::Log& log);

  [[nodiscard]] const std::shared_ptr<const auth::SigningKeys>& keys() const {
    return rotation_->keys();
  }

  /// Reads changes of other processes and rotates keys that are due. True if keys() has changed.
  [[nodiscard]] bool Refresh();

 private:
  KeyService(std::unique_ptr<auth::KeyRotation> rotation, telemetry::Log& log)
      : rotation_(std::move(rotation)), log_(log) {}

  std::unique_ptr<auth::KeyRotation> rotation_;
  telemetry::Log& log_;
};

}  // namespace prichal::app
