#include "signin/keys/key_rotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/secret.h"

namespace prichal::signin {
namespace {

constexpr Millis kRetry = std::chrono::minutes(1);

constexpr const char* kChangedMeanwhile =
    "another process changed the keys at the same time; nothing was changed. Fix: run `prichal "
    "keys list` and retry";

}  // namespace

KeyPlaces KeyPlacesOf(const config::Settings::Auth& settings, const std::string& data) {
  return {.folder = data.empty() ? std::string() : data + "/auth-keys",
          .key_file = settings.key_file};
}

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
    return Fail(
        fmt::format("the keys in \"{}\" are gone; the server uses the loaded ones until its next "
                    "start. Fix: restore them from a backup, or restart to create new ones",
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
  auto key = token::PrivateKey::FromPem(text->view());
  if (!key) return Fail(fmt::format("auth.key_file: \"{}\": {}", places_.key_file, key.error()));
  const std::string id = key->public_key().thumbprint();
  if (keys_ != nullptr && keys_->keys().front().id() == id) return std::vector<std::string>();

  std::vector<SigningKey> keys;
  if (keys_ != nullptr) {
    // Tokens signed by the previous key stay valid.
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
  return std::vector{fmt::format("the key {} of \"{}\" is active", id, places_.key_file)};
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
    report.emplace_back("another process has changed the keys; they are reloaded");
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
    return Fail(
        fmt::format("auth.key_file: the key in \"{}\" is managed by you. Fix: write a new key into "
                    "the file; the server reads it within seconds.",
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
    // A failed save can also leave files.
    untidy_ = true;
    if (!saved || !*saved) return saved;
    ++generation_;
  }
  keys_ = turn.keys;
  return true;
}

namespace {

/// A request to rotate, in addition to steps that are due.
struct Wish {
  bool rotate = false;
  bool at_once = false;
};

bool SameKeys(const SigningKeys& a, const SigningKeys& b) {
  return KeyIndex::Make(a, 1).Write() == KeyIndex::Make(b, 1).Write();
}

}  // namespace

/// Kept alive by pending calls to the store.
class SharedKeyRotation::State : public std::enable_shared_from_this<State> {
 public:
  State(KeyStore& store, SealingKey sealing, Options options)
      : store_(store), sealing_(std::move(sealing)), options_(std::move(options)) {}

  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const { return seen_.keys; }
  [[nodiscard]] bool busy() const { return busy_; }
  void Stop() { stopped_ = true; }

  void Run(const Wish& wish, Millis now, Rotated done) {
    busy_ = true;
    wish_ = wish;
    now_ = now;
    done_ = std::move(done);
    tries_ = 0;
    Load();
  }

 private:
  void Load() {
    ++tries_;
    store_.Load(options_.loop, [self = shared_from_this()](auto loaded) {
      if (self->stopped_) return;
      self->OnLoaded(std::move(loaded));
    });
  }

  void OnLoaded(Result<std::optional<KeyStore::Stored>, LedgerError> loaded) {
    if (!loaded) return Fault(fmt::format("cannot read the keys: {}", loaded.error().reason));
    version_ = *loaded ? (*loaded)->version : 0;
    StoredKeys found;
    if (*loaded) {
      auto opened = sealing_.Open((*loaded)->bytes);
      if (!opened) return Fault(opened.error(), true);
      found = *std::move(opened);
    }
    std::vector<std::string> report;
    // This instance knows a newer set: the store has lost it.
    const bool lost = seen_.keys != nullptr && found.generation < seen_.generation;
    if (lost) {
      report.emplace_back("restored keys that the store had lost");
      found = seen_;
    } else if (found.keys == nullptr) {
      found.keys = SigningKeys::Generate(options_.policy.algorithm, now_);
      report.emplace_back("new keys were created");
    }
    auto turn = Turned(found.keys);
    if (!turn) {
      Adopt(std::move(found), {});
      return End(Fail(turn.error()));
    }
    report.insert(report.end(), turn->steps.begin(), turn->steps.end());
    if (report.empty()) {
      if (seen_.keys != nullptr) {
        report.emplace_back("another instance has changed the keys; they are reloaded");
      }
      Adopt(std::move(found), report);
      return End(std::vector<std::string>());
    }
    Save({.keys = turn->keys, .generation = found.generation + 1}, std::move(report));
  }

  [[nodiscard]] Result<Turn, std::string> Turned(
      const std::shared_ptr<const SigningKeys>& keys) const {
    if (!wish_.rotate) return TurnOnTime(keys, options_.policy, now_);
    return TurnAsAsked(keys, options_.policy, wish_.at_once, now_);
  }

  void Save(StoredKeys next, std::vector<std::string> report) {
    std::string sealed = sealing_.Seal(next);
    store_.Save(options_.loop, std::move(sealed), version_,
                [self = shared_from_this(), next = std::move(next),
                 report = std::move(report)](Result<bool, LedgerError> saved) mutable {
                  if (self->stopped_) return;
                  self->OnSaved(std::move(saved), std::move(next), std::move(report));
                });
  }

  void OnSaved(Result<bool, LedgerError> saved, StoredKeys next, std::vector<std::string> report) {
    // The value may have been saved. The next call finds out before any key of it signs.
    if (!saved) return Fault(fmt::format("cannot save the keys: {}", saved.error().reason));
    if (*saved) {
      Adopt(std::move(next), report);
      return End(std::move(report));
    }
    if (wish_.rotate) {
      return End(
          Fail(std::string("another instance changed the keys at the same time; nothing was "
                           "changed. Fix: run `prichal keys list` and retry")));
    }
    if (tries_ < kRotationTries) return Load();
    Fault("cannot save the keys: other instances keep changing them");
  }

  void Adopt(StoredKeys next, const std::vector<std::string>& report) {
    const bool other = seen_.keys == nullptr || !SameKeys(*seen_.keys, *next.keys);
    seen_ = std::move(next);
    if (other && options_.on_change) options_.on_change(seen_.keys, report);
  }

  void Fault(const std::string& line, bool is_sealed_otherwise = false) {
    if (options_.on_fault) {
      options_.on_fault({.line = line, .is_sealed_otherwise = is_sealed_otherwise});
    }
    End(Fail(line));
  }

  void End(Result<std::vector<std::string>, std::string> result) {
    busy_ = false;
    if (done_) std::exchange(done_, Rotated())(std::move(result));
  }

  KeyStore& store_;
  const SealingKey sealing_;
  const Options options_;
  StoredKeys seen_;            ///< the latest set; `keys` is null until one was read
  std::uint64_t version_ = 0;  ///< KeyStore::Stored::version of the loaded value
  bool stopped_ = false;

  // State of the pending call.
  bool busy_ = false;
  Wish wish_;
  Millis now_{0};
  Rotated done_;
  int tries_ = 0;
};

SharedKeyRotation::SharedKeyRotation(KeyStore& store, SealingKey sealing, Options options)
    : state_(std::make_shared<State>(store, std::move(sealing), std::move(options))) {}

SharedKeyRotation::~SharedKeyRotation() { state_->Stop(); }

const std::shared_ptr<const SigningKeys>& SharedKeyRotation::keys() const { return state_->keys(); }

void SharedKeyRotation::Refresh(Millis now, Rotated done) {
  if (!state_->busy()) state_->Run({}, now, std::move(done));
}

void SharedKeyRotation::Rotate(bool at_once, Millis now, Rotated done) {
  if (state_->busy()) {
    done(Fail(std::string("the keys are being read. Fix: retry")));
    return;
  }
  state_->Run({.rotate = true, .at_once = at_once}, now, std::move(done));
}

}  // namespace prichal::signin
