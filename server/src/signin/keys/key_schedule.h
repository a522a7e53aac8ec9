#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "signin/keys/signing_keys.h"
#include "signin/token/public_key.h"

namespace prichal::auth {

/// The `max-age` of the published set: how long verifiers cache it.
inline constexpr Millis kPublishedMaxAge = std::chrono::seconds(300);

/// The attempts of one call to change keys that other processes may change at the same time.
inline constexpr int kRotationTries = 5;

/// The times of a rotation.
struct KeyPolicy {
  token::Algorithm algorithm = token::Algorithm::kEs256;  ///< of new keys
  /// How long a key signs before the next one. Zero if keys are rotated only on request.
  Millis rotation = std::chrono::days(90);
  /// How long a key is published before it signs: twice the time that verifiers cache a set.
  Millis lead = 2 * kPublishedMaxAge;
  /// How long a key is published after it has signed: the lifetime of an access token, and the
  /// allowed difference between clocks.
  Millis tail = std::chrono::seconds(900);
};

/// One step of a rotation.
struct KeyChange {
  enum class Kind {
    kPublishNext,   ///< make a key and publish it; one of another algorithm than wanted goes
    kActivate,      ///< the next one signs, the active one retires
    kForget,        ///< a retired one is over
    kCorrectTimes,  ///< times that lie ahead, because a clock was, become now
  };
  Kind kind = Kind::kPublishNext;
  std::string key = {};  ///< with kActivate and kForget: which
};

/// Returns the step that is due at `now`, in Unix time. Empty if none is. Call it again after each
/// step.
[[nodiscard]] std::optional<KeyChange> Due(const SigningKeys& keys, const KeyPolicy& policy,
                                           Millis now);

/// Returns when the next step is due. Empty if none ever is.
[[nodiscard]] std::optional<Millis> NextDue(const SigningKeys& keys, const KeyPolicy& policy);

/// Returns the keys after a step. Throws std::logic_error for kActivate without a next key, which
/// is a bug.
[[nodiscard]] std::shared_ptr<const SigningKeys> After(const SigningKeys& keys,
                                                       const KeyChange& change,
                                                       const KeyPolicy& policy, Millis now);

/// Describes a step for the log.
[[nodiscard]] std::string Describe(const KeyChange& change, const SigningKeys& after);

/// Keys after some steps, and one line for each step.
struct Turn {
  std::shared_ptr<const SigningKeys> keys;
  std::vector<std::string> steps = {};
};

/// Takes all steps that are due.
[[nodiscard]] Turn TurnOnTime(std::shared_ptr<const SigningKeys> keys, const KeyPolicy& policy,
                              Millis now);

/// Rotates on request. A next key is made, which signs once it has been published for long enough.
/// With `at_once` it signs now, whether verifiers know it or not. The error is one line: there is a
/// next key already.
[[nodiscard]] Result<Turn, std::string> TurnAsAsked(std::shared_ptr<const SigningKeys> keys,
                                                    const KeyPolicy& policy, bool at_once,
                                                    Millis now);

}  // namespace prichal::auth
