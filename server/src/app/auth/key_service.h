#pragma once

#include <memory>
#include <string>

#include "auth/key_rotation.h"
#include "auth/key_schedule.h"
#include "auth/signing_keys.h"
#include "base/result.h"
#include "config/settings.h"
#include "telemetry/log.h"

namespace prichal::app {

/// When keys become what, as the configuration has it.
[[nodiscard]] auth::KeyPolicy KeyPolicyOf(const config::Settings::Auth& settings);

/// Where keys lie. `data`: the folder of what outlives a restart; empty: nothing does.
[[nodiscard]] auth::KeyPlaces KeyPlacesOf(const config::Settings::Auth& settings,
                                          const std::string& data);

/// The signing keys of this process, and what the log is told of them. One thread at a time.
class KeyService {
 public:
  /// Reads the keys, or makes them. `log` must outlive the service. The error is one line that
  /// names the file, the reason and the way out.
  [[nodiscard]] static Result<std::unique_ptr<KeyService>, std::string> Open(
      const config::Settings::Auth& settings, const std::string& data, telemetry::Log& log);

  [[nodiscard]] const std::shared_ptr<const auth::SigningKeys>& keys() const {
    return rotation_->keys();
  }

  /// Takes what another process has changed and rotates what is due. True: keys() are others.
  [[nodiscard]] bool Refresh();

 private:
  KeyService(std::unique_ptr<auth::KeyRotation> rotation, telemetry::Log& log)
      : rotation_(std::move(rotation)), log_(log) {}

  std::unique_ptr<auth::KeyRotation> rotation_;
  telemetry::Log& log_;
};

}  // namespace prichal::app
