#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "signin/keys/key_folder.h"

namespace prichal::auth {

/// The key that encrypts the signing keys of a deployment whose instances share them
/// (XChaCha20-Poly1305). Without it, an attacker who reads or writes the shared store can neither
/// learn a key nor insert one. Copies share the secret; any thread.
class SealingKey {
 public:
  /// Reads 32 bytes in base64url or hex. White space at the end is ignored. The error has nothing
  /// of the text.
  [[nodiscard]] static Result<SealingKey, std::string> FromText(std::string_view text);
  /// Reads the first line of a file that no other user can read (PrivateFile::From::kOperator).
  [[nodiscard]] static Result<SealingKey, std::string> FromFile(const std::string& path);

  /// Encrypts the keys with their root and generation for Open() with the same key.
  [[nodiscard]] std::string Seal(const StoredKeys& keys) const;
  /// Decrypts keys. The error says what is wrong: encrypted by another key, changed, or not keys.
  [[nodiscard]] Result<StoredKeys, std::string> Open(std::string_view sealed) const;

 private:
  explicit SealingKey(std::shared_ptr<const SecretBytes<32>> key) : key_(std::move(key)) {}

  std::shared_ptr<const SecretBytes<32>> key_;
};

}  // namespace prichal::auth
