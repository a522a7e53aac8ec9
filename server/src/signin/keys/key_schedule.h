#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "config/settings.h"
#include "signin/keys/signing_keys.h"
#include "signin/token/public_key.h"

namespace prichal::signin {

/// The `max-age` of the published key set: the time for which verifiers cache it.
inline constexpr Millis kPublishedMaxAge = std::chrono::seconds(300);

/// The maximum number of attempts per call to write new keys. An attempt fails if another process
/// has changed the keys.
inline constexpr int kRotationTries = 5;

/// The algorithm and the times of key rotation. A value.
struct KeyPolicy {
  token::Algorithm algorithm = token::Algorithm::kEs256;  ///< of new keys
  /// The time for which a key signs. Zero if keys are rotated only on request.
  Millis rotation = std::chrono::days(90);
  /// The time for which a key is published before it signs: twice the time for which verifiers
  /// cache a set.
  Millis lead = 2 * kPublishedMaxAge;
  /// The time for which a key is published after it has signed: the lifetime of an access token
  /// plus the allowed difference between clocks.
  Millis tail = std::chrono::seconds(900);
};

/// Returns the policy of the configuration.
[[nodiscard]] KeyPolicy KeyPolicyOf(const config::Settings::Auth& settings);

/// One step of a rotation.
struct KeyChange {
  enum class Kind {
    kPublishNext,   ///< create and publish a key; replaces a next key of another algorithm
    kActivate,      ///< the next key becomes active, the active one retired
    kForget,        ///< remove a retired key
    kCorrectTimes,  ///< set times in the future, from a wrong clock, to now
  };
  Kind kind = Kind::kPublishNext;
  std::string key = {};  ///< with kActivate and kForget: ID of the key
};

/// Returns the step that is due at `now` (Unix time). Empty if none. Call it again after each step.
[[nodiscard]] std::optional<KeyChange> Due(const SigningKeys& keys, const KeyPolicy& policy,
                                           Millis now);

/// Returns the time at which the next step is due. Empty if none ever is.
[[nodiscard]] std::optional<Millis> NextDue(const SigningKeys& keys, const KeyPolicy& policy);

/// Returns the keys after a step. kActivate without a next key is a bug and throws
/// std::logic_error.
[[nodiscard]] std::shared_ptr<const SigningKeys> After(const SigningKeys& keys,
                                                       const KeyChange& change,
                                                       const KeyPolicy& policy, Millis now);

/// Describes a step for the log.
[[nodiscard]] std::string Describe(const KeyChange& change, const SigningKeys& after);

/// Keys after some steps, with one line for each step.
struct Turn {
  std::shared_ptr<const SigningKeys> keys;
  std::vector<std::string> steps = {};
};

/// Takes all steps that are due at `now`.
[[nodiscard]] Turn TurnOnTime(std::shared_ptr<const SigningKeys> keys, const KeyPolicy& policy,
                              Millis now);

/// Rotates on request. Creates a next key, which signs after it has been published for `lead`. With
/// `at_once` it signs now, although verifiers may not know it. The error is one line: a next key
/// exists already.
[[nodiscard]] Result<Turn, std::string> TurnAsAsked(std::shared_ptr<const SigningKeys> keys,
                                                    const KeyPolicy& policy, bool at_once,
                                                    Millis now);

}  // namespace prichal::signin
