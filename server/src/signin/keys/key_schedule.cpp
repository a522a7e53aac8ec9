#include "signin/keys/key_schedule.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace prichal::signin {
namespace {

using std::chrono::seconds;
using Kind = KeyChange::Kind;

/// The tolerated difference between clocks of machines.
constexpr Millis kSkew = seconds(300);

const SigningKey* NextOf(const SigningKeys& keys) {
  for (const SigningKey& each : keys.keys()) {
    if (each.state == KeyState::kNext) return &each;
  }
  return nullptr;
}

/// Rounds up to whole seconds, as KeyIndex stores them.
Millis WholeSeconds(Millis time) { return std::chrono::ceil<seconds>(time); }

bool LiesAhead(const SigningKey& key, const KeyPolicy& policy, Millis now) {
  const Millis latest = now + kSkew;
  if (key.created > latest) return true;
  if (key.state == KeyState::kNext) return key.active_from > latest + policy.lead;
  return key.active_from > latest || (key.state == KeyState::kRetired && key.retired_at > latest);
}

void CorrectTimes(SigningKey& key, const KeyPolicy& policy, Millis now) {
  key.created = std::min(key.created, now);
  switch (key.state) {
    case KeyState::kNext:
      key.active_from = std::min(key.active_from, now + policy.lead);
      return;
    case KeyState::kActive:
      key.active_from = std::min(key.active_from, now);
      return;
    case KeyState::kRetired:
      break;
  }
  const Millis tail = key.forgotten_at - key.retired_at;
  key.active_from = std::min(key.active_from, now);
  key.retired_at = std::min(key.retired_at, now);
  key.forgotten_at = key.retired_at + tail;
}

void PublishNext(std::vector<SigningKey>& keys, const KeyPolicy& policy, Millis now) {
  // A next key has signed nothing, so it can be dropped.
  std::erase_if(keys, [](const SigningKey& each) { return each.state == KeyState::kNext; });
  keys.push_back({.key = token::PrivateKey::Generate(policy.algorithm),
                  .state = KeyState::kNext,
                  .created = now,
                  .active_from = WholeSeconds(now + policy.lead)});
}

void Activate(std::vector<SigningKey>& keys, const KeyPolicy& policy, Millis now) {
  bool found = false;
  for (SigningKey& each : keys) {
    if (each.state == KeyState::kActive) {
      each.state = KeyState::kRetired;
      each.retired_at = now;
      each.forgotten_at = WholeSeconds(now + policy.tail);
    } else if (each.state == KeyState::kNext) {
      each.state = KeyState::kActive;
      each.active_from = now;
      found = true;
    }
  }
  if (!found) throw std::logic_error("there is no next key");
}

std::string TextOf(Millis time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time / seconds(1)));
}

void Take(Turn& turn, const KeyChange& change, const KeyPolicy& policy, Millis now) {
  turn.keys = After(*turn.keys, change, policy, now);
  turn.steps.push_back(Describe(change, *turn.keys));
}

}  // namespace

KeyPolicy KeyPolicyOf(const config::Settings::Auth& settings) {
  return {.algorithm =
              settings.algorithm == "EdDSA" ? token::Algorithm::kEdDsa : token::Algorithm::kEs256,
          .rotation = settings.key_rotation,
          .tail = settings.access_lifetime + kSkew};
}

std::optional<KeyChange> Due(const SigningKeys& keys, const KeyPolicy& policy, Millis now) {
  const auto& all = keys.keys();
  if (std::any_of(all.begin(), all.end(),
                  [&](const SigningKey& each) { return LiesAhead(each, policy, now); })) {
    return KeyChange{.kind = Kind::kCorrectTimes};
  }
  for (const SigningKey& each : all) {
    if (each.state == KeyState::kRetired && each.forgotten_at <= now) {
      return KeyChange{.kind = Kind::kForget, .key = each.id()};
    }
  }
  const SigningKey* next = NextOf(keys);
  if (next != nullptr && next->key.algorithm() == policy.algorithm) {
    if (next->active_from > now) return std::nullopt;
    return KeyChange{.kind = Kind::kActivate, .key = next->id()};
  }
  const SigningKey& active = all.front();
  const bool old =
      policy.rotation > Millis(0) && active.active_from + policy.rotation - policy.lead <= now;
  // A next key of another algorithm was created under an earlier policy.
  if (next != nullptr || old || active.key.algorithm() != policy.algorithm) {
    return KeyChange{.kind = Kind::kPublishNext};
  }
  return std::nullopt;
}

std::optional<Millis> NextDue(const SigningKeys& keys, const KeyPolicy& policy) {
  std::optional<Millis> earliest;
  const auto take = [&earliest](Millis time) {
    if (!earliest || time < *earliest) earliest = time;
  };
  const SigningKey* next = NextOf(keys);
  for (const SigningKey& each : keys.keys()) {
    if (each.state == KeyState::kRetired) take(each.forgotten_at);
    if (each.state == KeyState::kNext) take(each.active_from);
    if (each.state == KeyState::kActive && next == nullptr && policy.rotation > Millis(0)) {
      take(each.active_from + policy.rotation - policy.lead);
    }
  }
  return earliest;
}

std::shared_ptr<const SigningKeys> After(const SigningKeys& keys, const KeyChange& change,
                                         const KeyPolicy& policy, Millis now) {
  std::vector<SigningKey> changed = keys.keys();
  const Millis time = WholeSeconds(now);
  switch (change.kind) {
    case Kind::kPublishNext:
      PublishNext(changed, policy, time);
      break;
    case Kind::kActivate:
      Activate(changed, policy, time);
      break;
    case Kind::kForget:
      std::erase_if(changed, [&change](const SigningKey& each) {
        return each.state == KeyState::kRetired && each.id() == change.key;
      });
      break;
    case Kind::kCorrectTimes:
      for (SigningKey& each : changed) CorrectTimes(each, policy, time);
      break;
  }
  auto made = SigningKeys::Make(std::move(changed), keys.root());
  if (!made) throw std::logic_error(made.error());
  return *std::move(made);
}

std::string Describe(const KeyChange& change, const SigningKeys& after) {
  const SigningKey* next = NextOf(after);
  switch (change.kind) {
    case Kind::kPublishNext:
      return next == nullptr ? std::string()
                             : fmt::format("the key {} is published and becomes active at {}",
                                           next->id(), TextOf(next->active_from));
    case Kind::kActivate:
      return fmt::format("the key {} is active", after.keys().front().id());
    case Kind::kForget:
      return fmt::format("the key {} is removed; tokens that it signed are no longer valid",
                         change.key);
    case Kind::kCorrectTimes:
      break;
  }
  return "times of keys were in the future; they are set to the current time";
}

Turn TurnOnTime(std::shared_ptr<const SigningKeys> keys, const KeyPolicy& policy, Millis now) {
  Turn turn{.keys = std::move(keys)};
  while (const auto change = Due(*turn.keys, policy, now)) Take(turn, *change, policy, now);
  return turn;
}

Result<Turn, std::string> TurnAsAsked(std::shared_ptr<const SigningKeys> keys,
                                      const KeyPolicy& policy, bool at_once, Millis now) {
  Turn turn = TurnOnTime(std::move(keys), policy, now);
  const SigningKey* next = NextOf(*turn.keys);
  if (next != nullptr && !at_once) {
    return Fail(fmt::format(
        "the key {} is already next and becomes active at {}; use --now to activate it at once",
        next->id(), TextOf(next->active_from)));
  }
  if (next == nullptr) Take(turn, {.kind = Kind::kPublishNext}, policy, now);
  if (at_once) {
    const std::string id = NextOf(*turn.keys)->id();
    Take(turn, {.kind = Kind::kActivate, .key = id}, policy, now);
  }
  return turn;
}

}  // namespace prichal::signin
