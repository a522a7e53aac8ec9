#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"
#include "signin/keys/signing_keys.h"

namespace prichal::signin {

/// The state and times of a key, without the key.
struct KeyRecord {
  std::string id;  ///< its thumbprint: 43 characters of base64url
  KeyState state = KeyState::kActive;
  Millis created{0};
  Millis active_from{0};
  Millis retired_at{0};
  Millis forgotten_at{0};
};

/// The states and times of all keys of one set. Has no secret.
struct KeyIndex {
  /// Counts the changes of the set, from 1. A writer names the generation that its change is based
  /// on.
  std::uint64_t generation = 0;
  std::vector<KeyRecord> keys;

  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static constexpr std::size_t kMaxKeys = 64;

  [[nodiscard]] static KeyIndex Make(const SigningKeys& keys, std::uint64_t generation);
  /// Formats the index as JSON with one line for each key. Times are Unix seconds.
  [[nodiscard]] std::string Write() const;
  /// Parses the output of Write(). The error names the malformed part.
  [[nodiscard]] static Result<KeyIndex, std::string> Read(std::string_view text);
};

/// Returns whether the text has the form of a thumbprint. Such a text is safe in a path.
[[nodiscard]] bool IsKeyId(std::string_view text);

/// Returns the key with the state and times of its record.
[[nodiscard]] SigningKey WithRecord(token::PrivateKey key, const KeyRecord& record);

/// A set of keys with its generation.
struct StoredKeys {
  std::shared_ptr<const SigningKeys> keys;
  std::uint64_t generation = 0;
};

/// Signing keys in a folder that only this user can read: `keys.json` lists them (KeyIndex),
/// `<kid>.pem` is one key, `root` is the secret from which MAC keys are derived.
///
/// A key's file is written before the index names it, and removed after the index has dropped it.
/// So the folder can be read after a crash at any point. Tidy() removes leftover files. Several
/// processes may use one folder. One thread at a time.
class KeyFolder {
 public:
  /// `before_step` is for tests: they throw to simulate a crash at that step, or act as another
  /// process.
  explicit KeyFolder(std::string path, std::function<void(std::string_view)> before_step = {});

  /// Reads the keys. Empty if the folder has none. A single key without an index becomes the active
  /// one since `now`: the first start ended before it wrote an index. The error is one line that
  /// names the file and the fix.
  [[nodiscard]] Result<std::optional<StoredKeys>, std::string> Load(Millis now);

  /// Replaces the keys if the folder is at the generation `expected`; 0 means an empty folder.
  /// Returns false if another process has changed them; call Load() again then.
  [[nodiscard]] Result<bool, std::string> Save(const SigningKeys& keys, std::uint64_t expected);

  /// Overwrites and removes keys that are not in the index.
  [[nodiscard]] Result<void, std::string> Tidy();

  /// Reads the root. Creates the folder and the root if they are missing.
  [[nodiscard]] Result<SigningKeys::Root, std::string> LoadOrMakeRoot();

  /// Returns whether the index has changed since this object last read it.
  [[nodiscard]] bool Changed() const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  /// A lock on the folder: while it exists, other processes do not change the folder.
  class Lock;
  /// Identifies a version of the index file. Zeros if there is none.
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t changed = 0;  ///< nanoseconds

    friend bool operator==(const Stamp&, const Stamp&) = default;
  };

  [[nodiscard]] std::string PathOf(std::string_view name) const;
  [[nodiscard]] std::string PathOfKey(std::string_view id) const;
  [[nodiscard]] Stamp StampOfIndex() const;
  [[nodiscard]] Result<std::optional<StoredKeys>, std::string> Read(Millis now);
  [[nodiscard]] Result<std::optional<KeyIndex>, std::string> ReadIndex() const;
  [[nodiscard]] Result<StoredKeys, std::string> LoadNamed(const KeyIndex& index) const;
  [[nodiscard]] Result<std::optional<StoredKeys>, std::string> LoadWithoutIndex(Millis now) const;
  [[nodiscard]] Result<token::PrivateKey, std::string> ReadKey(std::string_view id) const;
  [[nodiscard]] Result<SigningKeys::Root, std::string> ReadRoot() const;
  [[nodiscard]] Result<void, std::string> WriteRoot(const SigningKeys::Root& root) const;
  /// Returns the IDs of keys that have a file in the folder.
  [[nodiscard]] std::vector<std::string> IdsOfFiles() const;
  void Step(std::string_view name) const;

  std::string path_;
  std::function<void(std::string_view)> before_step_;
  Stamp seen_;
};

}  // namespace prichal::signin
