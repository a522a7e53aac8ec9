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
#include "config/settings.h"
#include "signin/keys/key_folder.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/key_sealing.h"
#include "signin/keys/key_store.h"
#include "signin/keys/signing_keys.h"

namespace prichal::signin {

/// The storage of signing keys that are not shared.
struct KeyPlaces {
  std::string folder;    ///< empty: in memory, lost at the end of the process
  std::string key_file;  ///< the operator's key; it signs and is not rotated. Empty if none
};

/// Returns the storage of keys. `data`: the folder for data that survives a restart; empty if none.
[[nodiscard]] KeyPlaces KeyPlacesOf(const config::Settings::Auth& settings,
                                    const std::string& data);

/// The signing keys of one process. Either keys in a folder, which it rotates on time and reads
/// again after another process has rotated them; or the key in an operator's file. One thread at a
/// time.
class KeyRotation {
 public:
  /// Reads the keys, or creates them if there are none. The error is one line that names the file
  /// and the fix.
  [[nodiscard]] static Result<std::unique_ptr<KeyRotation>, std::string> Open(
      const KeyPlaces& places, const KeyPolicy& policy, Millis now);

  /// Reads the keys without changing anything. Null if there are none. For an operator's key file
  /// the MAC keys differ from those of the server.
  [[nodiscard]] static Result<std::shared_ptr<const SigningKeys>, std::string> Look(
      const KeyPlaces& places, Millis now);

  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const { return keys_; }

  /// The interval at which to call Refresh(). A call usually only reads the times of one file.
  static constexpr Millis kInterval = std::chrono::seconds(2);
  /// Reads changes of other processes and takes the steps that are due. Returns one line for each
  /// change. Without a change, and after an error, keys() stays the same. The error is one line. A
  /// failed write is retried after a minute.
  [[nodiscard]] Result<std::vector<std::string>, std::string> Refresh(Millis now);

  /// Rotates on request (`prichal keys rotate`). The error is one line: another process changed the
  /// keys at the same time, or nothing can be rotated.
  [[nodiscard]] Result<std::vector<std::string>, std::string> Rotate(bool at_once, Millis now);

 private:
  KeyRotation(const KeyPlaces& places, const KeyPolicy& policy);

  [[nodiscard]] Result<void, std::string> LoadFolder(Millis now);
  [[nodiscard]] Result<std::vector<std::string>, std::string> LoadKeyFile(Millis now);
  /// Saves the keys. Returns false if another process was first.
  [[nodiscard]] Result<bool, std::string> Keep(const Turn& turn);
  [[nodiscard]] Result<void, std::string> Tidy(Millis now);

  KeyPlaces places_;
  KeyPolicy policy_;
  std::optional<KeyFolder> folder_;
  std::shared_ptr<const SigningKeys> keys_;  ///< null until Open() has read them
  std::uint64_t generation_ = 0;
  bool untidy_ = true;    ///< the folder may have leftover files
  Millis not_before_{0};  ///< time of the next attempt after a failed write
};

/// The reason for which keys cannot be read or written.
struct KeyFault {
  std::string line;
  /// True if the keys exist, but this instance's sealing key cannot decrypt them. A retry cannot
  /// help.
  bool is_sealed_otherwise = false;
};

/// The shared signing keys, as seen by one instance: encrypted in a KeyStore. The first instance
/// creates and rotates them; the others read them again.
///
/// The set of the highest generation wins. If the store lost its last change, for example in a
/// failover, this instance saves its own copy again. Lives on one loop and is called there. `store`
/// must outlive it and its pending calls.
class SharedKeyRotation {
 public:
  struct Options {
    std::uint32_t loop = 0;  ///< the loop on which the store is called
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

  /// Returns the current keys. Null until the store has answered once.
  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const;

  /// Receives one line for each change, or an error of one line.
  using Rotated = UniqueFunction<void(Result<std::vector<std::string>, std::string>)>;
  /// Reads the keys, creates them if there are none, and takes the steps that are due. Does nothing
  /// while an earlier call is pending; `done` is not called then. `now`: Unix time.
  void Refresh(Millis now, Rotated done = {});
  /// Rotates on request (`prichal keys rotate`), based on the keys in the store. The error is one
  /// line.
  void Rotate(bool at_once, Millis now, Rotated done);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace prichal::signin
