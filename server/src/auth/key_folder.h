#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/key_index.h"
#include "auth/signing_keys.h"
#include "base/result.h"
#include "base/secret.h"

namespace prichal::auth {

/// Keys with the change that made them.
struct StoredKeys {
  std::shared_ptr<const SigningKeys> keys;
  std::uint64_t generation = 0;
};

/// Signing keys in a folder, for this user alone: `keys.json` says which there are (KeyIndex),
/// `<kid>.pem` is one of them, `root` what the keys of MACs are derived from.
///
/// The index is what counts. A key's file is there before the index names it and goes after the
/// index has forgotten it, so that what a crash leaves behind can always be read; Tidy() removes
/// what it leaves over. Several processes may use one folder. One thread at a time.
class KeyFolder {
 public:
  /// `before_step`: for tests, which throw to see what a crash there leaves, or act as another
  /// process.
  explicit KeyFolder(std::string path, std::function<void(std::string_view)> before_step = {});

  /// Nothing: no key has been made here yet. A key that lies there without an index is taken as the
  /// active one since `now`, when it is alone: the first start has ended before it wrote one.
  /// The error is a line that names the file and the way out.
  [[nodiscard]] Result<std::optional<StoredKeys>, std::string> Load(Millis now);

  /// Makes them the keys of this folder when those that it has are of this generation; 0: it has
  /// none. False: somebody else has changed them; load again.
  [[nodiscard]] Result<bool, std::string> Save(const SigningKeys& keys, std::uint64_t expected);

  /// Overwrites and removes keys that the index does not name any more.
  [[nodiscard]] Result<void, std::string> Tidy();

  /// The root that lies there; makes the folder and the root when there is none.
  [[nodiscard]] Result<SigningKeys::Root, std::string> LoadOrMakeRoot();

  /// Whether the index has been replaced since this object has last looked at it.
  [[nodiscard]] bool Changed() const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  /// While it lives no other process changes the folder.
  class Lock;
  /// Tells one index file from the one that has followed it; zeros: there is none.
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
  /// Of files in the folder that are named as keys are.
  [[nodiscard]] std::vector<std::string> IdsOfFiles() const;
  void Step(std::string_view name) const;

  std::string path_;
  std::function<void(std::string_view)> before_step_;
  Stamp seen_;
};

}  // namespace prichal::auth
