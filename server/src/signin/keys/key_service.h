#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "base/telemetry/log.h"
#include "config/settings.h"
#include "signin/keys/key_rotation.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/signing_keys.h"

namespace prichal::signin {

/// Returns the policy of the configuration.
[[nodiscard]] KeyPolicy KeyPolicyOf(const config::Settings::Auth& settings);

/// Returns the storage of keys. `data`: the folder for data that survives a restart; empty if none.
[[nodiscard]] KeyPlaces KeyPlacesOf(const config::Settings::Auth& settings,
                                    const std::string& data);

/// The signing keys of this process, with log lines about their changes. One thread at a time.
class KeyService {
 public:
  /// Reads the keys, or creates them if there are none. `log` must outlive the service. The error
  /// is one line that names the file, the reason and the fix.
  [[nodiscard]] static Result<std::unique_ptr<KeyService>, std::string> Open(
      const config::Settings::Auth& settings, const std::string& data, telemetry::Log& log);

  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const { return rotation_->keys(); }

  /// Reads changes of other processes and rotates keys that are due. Returns whether keys() has
  /// changed.
  [[nodiscard]] bool Refresh();

 private:
  KeyService(std::unique_ptr<KeyRotation> rotation, telemetry::Log& log)
      : rotation_(std::move(rotation)), log_(log) {}

  std::unique_ptr<KeyRotation> rotation_;
  telemetry::Log& log_;
};

}  // namespace prichal::signin
