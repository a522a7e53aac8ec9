#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "auth/key_folder.h"
#include "auth/key_schedule.h"
#include "auth/key_sealing.h"
#include "auth/key_store.h"
#include "auth/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"

namespace prichal::auth {

/// Why keys cannot be read or kept.
struct KeyFault {
  std::string line;
  /// They are there, and this instance's sealing key does not open them: waiting changes nothing.
  bool is_sealed_otherwise = false;
};

/// The signing keys that instances share, as one of them has them: sealed in a KeyStore, where
/// whoever is first makes and rotates them and the others read them anew.
///
/// Of two sets the later one counts. A store that has lost its last change, as after a failover, or
/// all of them, gets back what this instance has seen. Lives on one loop and is called there;
/// `store` outlives it, and so do calls that are under way.
class SharedKeyRotation {
 public:
  struct Options {
    std::uint32_t loop = 0;  ///< on which the store is called
    KeyPolicy policy;
    /// Called on the loop with keys other than those before, and lines of what has happened.
    std::function<void(std::shared_ptr<const SigningKeys>, const std::vector<std::string>&)>
        on_change;
    /// Called on the loop. The keys are those before.
    std::function<void(const KeyFault&)> on_fault;
  };
  SharedKeyRotation(KeyStore& store, SealingKey sealing, Options options);
  SharedKeyRotation(const SharedKeyRotation&) = delete;
  SharedKeyRotation& operator=(const SharedKeyRotation&) = delete;
  ~SharedKeyRotation();

  /// Null until the store has answered for the first time.
  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const;

  /// Lines of what has been done, or one of what was wrong.
  using Rotated = UniqueFunction<void(Result<std::vector<std::string>, std::string>)>;
  /// Reads the keys, makes them where there are none, does what is due; nothing while an earlier
  /// call is under way. `now`: unix time.
  void Refresh(Millis now, Rotated done = {});
  /// As `prichal keys rotate` asks for it, from what is in the store now. The error is a line.
  void Rotate(bool at_once, Millis now, Rotated done);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace prichal::auth
