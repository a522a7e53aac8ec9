#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "signin/keys/key_folder.h"

namespace prichal::signin {

/// The key that encrypts shared signing keys (XChaCha20-Poly1305). Without it, an attacker who
/// reads or writes the shared store can neither learn nor insert a key. Copies share the secret;
/// any thread.
class SealingKey {
 public:
  /// Reads 32 bytes in base64url or hex. Ignores white space at the end. The error contains no part
  /// of the text.
  [[nodiscard]] static Result<SealingKey, std::string> FromText(std::string_view text);
  /// Reads the first line of a file that other users cannot read (PrivateFile::From::kOperator).
  [[nodiscard]] static Result<SealingKey, std::string> FromFile(const std::string& path);

  /// Encrypts the keys, their root and their generation for Open() with the same key.
  [[nodiscard]] std::string Seal(const StoredKeys& keys) const;
  /// Decrypts keys. The error says whether they were encrypted by another key, changed or
  /// malformed.
  [[nodiscard]] Result<StoredKeys, std::string> Open(std::string_view sealed) const;

 private:
  explicit SealingKey(std::shared_ptr<const SecretBytes<32>> key) : key_(std::move(key)) {}

  std::shared_ptr<const SecretBytes<32>> key_;
};

}  // namespace prichal::signin
