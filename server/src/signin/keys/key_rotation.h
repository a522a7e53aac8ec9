#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "signin/keys/key_folder.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/key_sealing.h"
#include "signin/keys/key_store.h"
#include "signin/keys/signing_keys.h"

namespace prichal::auth {

/// Where a process without shared keys keeps its keys.
struct KeyPlaces {
  std::string folder;    ///< empty: in memory, they end with the process
  std::string key_file;  ///< the operator's own key: it signs, and nothing rotates by itself
};

/// The signing keys of this process: those of a folder, which it rotates on time and reads again
/// after another process has rotated them, or the key of an operator's file. One thread at a time.
class KeyRotation {
 public:
  /// Reads the keys, or makes them. The error is one line that names the file and the fix.
  [[nodiscard]] static Result<std::unique_ptr<KeyRotation>, std::string> Open(
      const KeyPlaces& places, const KeyPolicy& policy, Millis now);

  /// Reads the keys without making or changing any. Null if there are none. If the key is in an
  /// operator's file, the MAC keys are not those of the server.
  [[nodiscard]] static Result<std::shared_ptr<const SigningKeys>, std::string> Look(
      const KeyPlaces& places, Millis now);

  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const { return keys_; }

  /// The interval at which to call Refresh(), which looks at the times of one file.
  static constexpr Millis kInterval = std::chrono::seconds(2);
  /// Reads changes of other processes and does what is due. Returns one line for each change;
  /// keys() stays the same if there is none, and after an error, which is one line. A failed write
  /// is tried again after a minute.
  [[nodiscard]] Result<std::vector<std::string>, std::string> Refresh(Millis now);

  /// Rotates on request (`prichal keys rotate`). The error is one line: another process has changed
  /// the keys meanwhile, or there is nothing to rotate.
  [[nodiscard]] Result<std::vector<std::string>, std::string> Rotate(bool at_once, Millis now);

  /// Sets the policy for later rotations.
  void SetPolicy(const KeyPolicy& policy) { policy_ = policy; }

 private:
  KeyRotation(const KeyPlaces& places, const KeyPolicy& policy);

  [[nodiscard]] Result<void, std::string> LoadFolder(Millis now);
  [[nodiscard]] Result<std::vector<std::string>, std::string> LoadKeyFile(Millis now);
  /// False if another process was first.
  [[nodiscard]] Result<bool, std::string> Keep(const Turn& turn);
  [[nodiscard]] Result<void, std::string> Tidy(Millis now);

  KeyPlaces places_;
  KeyPolicy policy_;
  std::optional<KeyFolder> folder_;
  std::shared_ptr<const SigningKeys> keys_;  ///< null until Open() has them
  std::uint64_t generation_ = 0;
  bool untidy_ = true;    ///< keys that do not count any more may lie there
  Millis not_before_{0};  ///< after something could not be written
};

/// The reason why keys cannot be read or written.
struct KeyFault {
  std::string line;
  /// The keys exist, and this instance's sealing key cannot decrypt them. Waiting does not help.
  bool is_sealed_otherwise = false;
};

/// The signing keys that instances share, as one instance sees them: encrypted in a KeyStore. The
/// first instance makes and rotates them, the others read them again.
///
/// The later set wins. If the store has lost its last change, as after a failover, or everything,
/// it gets back the set that this instance has seen. Lives on one loop and is called there. `store`
/// must outlive it and its pending calls.
class SharedKeyRotation {
 public:
  struct Options {
    std::uint32_t loop = 0;  ///< on which the store is called
    KeyPolicy policy;
    /// Called on the loop when the keys have changed, with one line for each change.
    std::function<void(std::shared_ptr<const SigningKeys>, const std::vector<std::string>&)>
        on_change;
    /// Called on the loop after a fault. The keys stay the same.
    std::function<void(const KeyFault&)> on_fault;
  };
  SharedKeyRotation(KeyStore& store, SealingKey sealing, Options options);
  SharedKeyRotation(const SharedKeyRotation&) = delete;
  SharedKeyRotation& operator=(const SharedKeyRotation&) = delete;
  ~SharedKeyRotation();

  /// The current keys. Null until the store has answered for the first time.
  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const;

  /// One line for each change, or an error in one line.
  using Rotated = UniqueFunction<void(Result<std::vector<std::string>, std::string>)>;
  /// Reads the keys, makes them if there are none, and does what is due. Does nothing while an
  /// earlier call is pending. `now` is Unix time.
  void Refresh(Millis now, Rotated done = {});
  /// Rotates on request (`prichal keys rotate`), based on the keys that are in the store now. The
  /// error is one line.
  void Rotate(bool at_once, Millis now, Rotated done);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace prichal::auth
