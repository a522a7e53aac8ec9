#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "auth/key_folder.h"
#include "auth/key_schedule.h"
#include "auth/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::auth {

/// Where a process that shares its keys with no other machine has them.
struct KeyPlaces {
  std::string folder;    ///< empty: in memory, they end with the process
  std::string key_file;  ///< the operator's own key: it signs, and nothing rotates by itself
};

/// The signing keys of this process: those of a folder, which it rotates when their time has come
/// and reads anew when another process has, or the one of an operator's file. One thread at a time.
class KeyRotation {
 public:
  /// Reads the keys, or makes them. The error is a line that names the file and the way out.
  [[nodiscard]] static Result<std::unique_ptr<KeyRotation>, std::string> Open(
      const KeyPlaces& places, const KeyPolicy& policy, Millis now);

  /// The keys that lie there, and null when there are none: makes and changes nothing. Those of
  /// MACs are not the server's where an operator's file has the key.
  [[nodiscard]] static Result<std::shared_ptr<const SigningKeys>, std::string> Look(
      const KeyPlaces& places, Millis now);

  [[nodiscard]] const std::shared_ptr<const SigningKeys>& keys() const { return keys_; }

  /// How often to call Refresh(): it looks at one file's times.
  static constexpr Millis kInterval = std::chrono::seconds(2);
  /// Takes what another process has changed and does what is due. Gives a line for each thing that
  /// has become otherwise; keys() are the old ones as long as there is none. After an error, which
  /// is a line, they are so too, and what could not be written is tried again after a minute.
  [[nodiscard]] Result<std::vector<std::string>, std::string> Refresh(Millis now);

  /// As `prichal keys rotate` asks for it. The error is a line: somebody else has changed the keys
  /// meanwhile, or there is nothing to rotate here.
  [[nodiscard]] Result<std::vector<std::string>, std::string> Rotate(bool at_once, Millis now);

  /// From now on.
  void Use(const KeyPolicy& policy) { policy_ = policy; }

 private:
  KeyRotation(const KeyPlaces& places, const KeyPolicy& policy);

  [[nodiscard]] Result<void, std::string> LoadFolder(Millis now);
  [[nodiscard]] Result<std::vector<std::string>, std::string> LoadKeyFile(Millis now);
  /// False: somebody else was first.
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

}  // namespace prichal::auth
