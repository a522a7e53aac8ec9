#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "signin/keys/key_folder.h"
#include "signin/keys/key_schedule.h"
#include "signin/keys/key_sealing.h"
#include "signin/keys/key_store.h"
#include "signin/keys/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"

namespace prichal::auth {

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
