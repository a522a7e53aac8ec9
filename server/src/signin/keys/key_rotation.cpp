#include "signin/keys/key_rotation.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/private_file.h"

namespace prichal::auth {
namespace {

constexpr Millis kRetry = std::chrono::minutes(1);

constexpr const char* kChangedMeanwhile =
    "another process has changed the keys meanwhile, and this one has changed nothing: "
    "`prichal keys list` shows what they are now";

}  // namespace

KeyRotation::KeyRotation(const KeyPlaces& places, const KeyPolicy& policy)
    : places_(places), policy_(policy) {
  if (!places.folder.empty()) folder_.emplace(places.folder);
}

Result<std::unique_ptr<KeyRotation>, std::string> KeyRotation::Open(const KeyPlaces& places,
                                                                    const KeyPolicy& policy,
                                                                    Millis now) {
  std::unique_ptr<KeyRotation> rotation(new KeyRotation(places, policy));
  if (!places.key_file.empty()) {
    if (auto read = rotation->LoadKeyFile(now); !read) return Fail(read.error());
    return rotation;
  }
  if (!rotation->folder_) {
    rotation->keys_ = SigningKeys::Generate(policy.algorithm, now);
    return rotation;
  }
  for (int again = 1; again <= kRotationTries && rotation->generation_ == 0; ++again) {
    if (auto loaded = rotation->LoadFolder(now); !loaded) return Fail(loaded.error());
    if (rotation->generation_ != 0) break;
    const bool is_first = rotation->keys_ == nullptr;
    const Turn turn{.keys =
                        is_first ? SigningKeys::Generate(policy.algorithm, now) : rotation->keys_};
    if (auto kept = rotation->Keep(turn); !kept) return Fail(kept.error());
  }
  if (rotation->generation_ == 0) return Fail(std::string(kChangedMeanwhile));
  return rotation;
}

Result<std::shared_ptr<const SigningKeys>, std::string> KeyRotation::Look(const KeyPlaces& places,
                                                                          Millis now) {
  if (!places.key_file.empty()) {
    const auto opened = Open({.folder = {}, .key_file = places.key_file}, {}, now);
    if (!opened) return Fail(opened.error());
    return (*opened)->keys();
  }
  const auto loaded = KeyFolder(places.folder).Load(now);
  if (!loaded) return Fail(loaded.error());
  return *loaded ? (*loaded)->keys : nullptr;
}

Result<void, std::string> KeyRotation::LoadFolder(Millis now) {
  auto loaded = folder_->Load(now);
  if (!loaded) return Fail(loaded.error());
  if (!*loaded) {
    if (generation_ == 0) return {};
    return Fail(fmt::format(
        "{} has no keys any more: those that were there are used until the next start, which makes "
        "new ones; put them back from a backup, or restart",
        folder_->path()));
  }
  untidy_ = true;
  keys_ = (*loaded)->keys;
  generation_ = (*loaded)->generation;
  return {};
}

Result<std::vector<std::string>, std::string> KeyRotation::LoadKeyFile(Millis now) {
  const auto text = PrivateFile::Read(places_.key_file, kMaxKeyFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("auth.key_file: {}", text.error()));
  auto key = token::PrivateKey::FromText(text->view());
  if (!key) return Fail(fmt::format("auth.key_file: {}: {}", places_.key_file, key.error()));
  const std::string id = key->public_key().thumbprint();
  if (keys_ != nullptr && keys_->keys().front().id() == id) return std::vector<std::string>();

  std::vector<SigningKey> keys;
  if (keys_ != nullptr) {
    // What the one before has signed still counts.
    for (SigningKey each : keys_->keys()) {
      if (each.id() == id) continue;
      if (each.state == KeyState::kActive) {
        each.retired_at = now;
        each.forgotten_at = now + policy_.tail;
      }
      each.state = KeyState::kRetired;
      keys.push_back(std::move(each));
    }
  }
  keys.push_back(
      {.key = *std::move(key), .state = KeyState::kActive, .created = now, .active_from = now});
  auto root = keys_ != nullptr ? Result<SigningKeys::Root, std::string>(keys_->root())
              : folder_        ? folder_->LoadOrMakeRoot()
                               : SigningKeys::NewRoot();
  if (!root) return Fail(root.error());
  auto made = SigningKeys::Make(std::move(keys), *std::move(root));
  if (!made) return Fail(made.error());
  keys_ = *std::move(made);
  return std::vector{fmt::format("the key {} of {} signs now", id, places_.key_file)};
}

Result<std::vector<std::string>, std::string> KeyRotation::Refresh(Millis now) {
  std::vector<std::string> report;
  if (!places_.key_file.empty()) {
    if (now < not_before_) return report;
    auto read = LoadKeyFile(now);
    if (!read) {
      not_before_ = now + kRetry;
      return read;
    }
    report = *std::move(read);
    for (const SigningKey& each : std::vector(keys_->keys())) {
      if (each.state != KeyState::kRetired || each.forgotten_at > now) continue;
      const KeyChange over{.kind = KeyChange::Kind::kForget, .key = each.id()};
      keys_ = After(*keys_, over, policy_, now);
      report.push_back(Describe(over, *keys_));
    }
    return report;
  }
  if (folder_ && folder_->Changed()) {
    if (auto loaded = LoadFolder(now); !loaded) return Fail(loaded.error());
    report.emplace_back("keys were read that another process has changed");
    return report;
  }
  if (now < not_before_) return report;
  if (auto tidied = Tidy(now); !tidied) return Fail(tidied.error());
  for (int again = 1; again <= kRotationTries; ++again) {
    Turn turn = TurnOnTime(keys_, policy_, now);
    if (turn.steps.empty()) return report;
    const auto kept = Keep(turn);
    if (!kept) {
      not_before_ = now + kRetry;
      return Fail(kept.error());
    }
    if (*kept) {
      report.insert(report.end(), turn.steps.begin(), turn.steps.end());
      return report;
    }
    if (auto loaded = LoadFolder(now); !loaded) return Fail(loaded.error());
  }
  return report;
}

Result<std::vector<std::string>, std::string> KeyRotation::Rotate(bool at_once, Millis now) {
  if (!places_.key_file.empty()) {
    return Fail(fmt::format(
        "auth.key_file: the key of {} is yours: write another one there, the server reads it "
        "within seconds",
        places_.key_file));
  }
  auto turn = TurnAsAsked(keys_, policy_, at_once, now);
  if (!turn) return Fail(turn.error());
  const auto kept = Keep(*turn);
  if (!kept) return Fail(kept.error());
  if (!*kept) return Fail(std::string(kChangedMeanwhile));
  auto report = turn->steps;
  if (auto tidied = Tidy(now); !tidied) report.push_back(tidied.error());
  return report;
}

Result<void, std::string> KeyRotation::Tidy(Millis now) {
  if (!folder_ || !untidy_) return {};
  auto tidied = folder_->Tidy();
  untidy_ = !tidied;
  if (!tidied) not_before_ = now + kRetry;
  return tidied;
}

Result<bool, std::string> KeyRotation::Keep(const Turn& turn) {
  if (folder_) {
    auto saved = folder_->Save(*turn.keys, generation_);
    // What was written without coming to count is left over as well.
    untidy_ = true;
    if (!saved || !*saved) return saved;
    ++generation_;
  }
  keys_ = turn.keys;
  return true;
}

}  // namespace prichal::auth
