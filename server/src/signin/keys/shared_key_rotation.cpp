#include "signin/keys/shared_key_rotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/secret.h"

namespace prichal::auth {
namespace {

/// What somebody wants of the keys besides what is due.
struct Wish {
  bool rotate = false;
  bool at_once = false;
};

bool SameKeys(const SigningKeys& a, const SigningKeys& b) {
  return KeyIndex::Make(a, 1).Write() == KeyIndex::Make(b, 1).Write();
}

}  // namespace

/// Lives as long as a call of the store that will come back to it.
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
    if (!loaded) return Fault(fmt::format("keys cannot be read: {}", loaded.error().reason));
    version_ = *loaded ? (*loaded)->version : 0;
    StoredKeys found;
    if (*loaded) {
      auto opened = sealing_.Open((*loaded)->bytes);
      if (!opened) return Fault(opened.error(), true);
      found = *std::move(opened);
    }
    std::vector<std::string> report;
    // Newer than what is there: that has been lost meanwhile.
    const bool lost = seen_.keys != nullptr && found.generation < seen_.generation;
    if (lost) {
      report.emplace_back("keys that the store has lost were put back");
      found = seen_;
    } else if (found.keys == nullptr) {
      found.keys = SigningKeys::Generate(options_.policy.algorithm, now_);
      report.emplace_back("keys were made");
    }
    auto turn = Turned(found.keys);
    if (!turn) {
      Adopt(std::move(found), {});
      return End(Fail(turn.error()));
    }
    report.insert(report.end(), turn->steps.begin(), turn->steps.end());
    if (report.empty()) {
      if (seen_.keys != nullptr) {
        report.emplace_back("keys were read that another instance has changed");
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
    // It may be there all the same: the next call finds out, before anything is signed with it.
    if (!saved) return Fault(fmt::format("keys cannot be kept: {}", saved.error().reason));
    if (*saved) {
      Adopt(std::move(next), report);
      return End(std::move(report));
    }
    if (wish_.rotate) {
      return End(Fail(std::string(
          "another instance has changed the keys meanwhile, and this one has changed nothing: "
          "`prichal keys list` shows what they are now")));
    }
    if (tries_ < kRotationTries) return Load();
    Fault("keys cannot be kept: other instances change them all the time");
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
  StoredKeys seen_;            ///< the latest; `keys` is null until there are some
  std::uint64_t version_ = 0;  ///< of what was loaded, as the store counts
  bool stopped_ = false;

  // Of the call that is under way.
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
    done(Fail(std::string("the keys are being read just now; try again")));
    return;
  }
  state_->Run({.rotate = true, .at_once = at_once}, now, std::move(done));
}

}  // namespace prichal::auth
