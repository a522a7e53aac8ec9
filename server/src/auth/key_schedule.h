#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "auth/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"
#include "token/public_key.h"

namespace prichal::auth {

/// How long verifiers keep the published set: its `max-age`.
inline constexpr Millis kPublishedMaxAge = std::chrono::seconds(300);

/// Attempts of one call to change keys that other processes may change at the same time.
inline constexpr int kRotationTries = 5;

/// When a key becomes what.
struct KeyPolicy {
  token::Algorithm algorithm = token::Algorithm::kEs256;  ///< of new keys
  /// How long a key signs until another takes over; zero: until somebody asks for it.
  Millis rotation = std::chrono::days(90);
  /// How long a key is published before it signs: twice the time that verifiers may keep a set.
  Millis lead = 2 * kPublishedMaxAge;
  /// How long a key is published after it has signed: the life of an access token, and as much as
  /// clocks may differ.
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

/// What has to be done with the keys at `now`, unix time; nothing: they are as they should be. One
/// step at a time: ask again after it.
[[nodiscard]] std::optional<KeyChange> Due(const SigningKeys& keys, const KeyPolicy& policy,
                                           Millis now);

/// When Due() will have something; nothing: never by itself.
[[nodiscard]] std::optional<Millis> NextDue(const SigningKeys& keys, const KeyPolicy& policy);

/// The keys after that step. kActivate without a next key is an error of the program and throws
/// std::logic_error.
[[nodiscard]] std::shared_ptr<const SigningKeys> After(const SigningKeys& keys,
                                                       const KeyChange& change,
                                                       const KeyPolicy& policy, Millis now);

/// What such a step means, for the log.
[[nodiscard]] std::string Describe(const KeyChange& change, const SigningKeys& after);

/// Keys after some steps, and a line for each; without steps there is none.
struct Turn {
  std::shared_ptr<const SigningKeys> keys;
  std::vector<std::string> steps = {};
};

/// With all done that is due.
[[nodiscard]] Turn TurnOnTime(std::shared_ptr<const SigningKeys> keys, const KeyPolicy& policy,
                              Millis now);

/// Because somebody asks for it: with a next key that signs when it has been published for long
/// enough, or, `at_once`, signs now, whether verifiers know it or not. The error is a line: a next
/// key is there already.
[[nodiscard]] Result<Turn, std::string> TurnAsAsked(std::shared_ptr<const SigningKeys> keys,
                                                    const KeyPolicy& policy, bool at_once,
                                                    Millis now);

}  // namespace prichal::auth
