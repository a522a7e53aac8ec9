#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "auth/key_folder.h"
#include "base/result.h"
#include "base/secret.h"

namespace prichal::auth {

/// What seals the signing keys of a deployment where its instances share them: whoever reads or
/// writes that store without it learns no key and can put in none (XChaCha20-Poly1305). Copies
/// share it; any thread.
class SealingKey {
 public:
  /// 32 bytes in base64url or in hex; white space at the end is passed over. The error has nothing
  /// of the text.
  [[nodiscard]] static Result<SealingKey, std::string> FromText(std::string_view text);
  /// The first line of a file that nobody else may read (PrivateFile::From::kOperator).
  [[nodiscard]] static Result<SealingKey, std::string> FromFile(const std::string& path);

  /// All of them with root and generation: what Open() takes, with this key alone.
  [[nodiscard]] std::string Seal(const StoredKeys& keys) const;
  /// The error says what it is instead: sealed by another key, changed, or no keys at all.
  [[nodiscard]] Result<StoredKeys, std::string> Open(std::string_view sealed) const;

 private:
  explicit SealingKey(std::shared_ptr<const SecretBytes<32>> key) : key_(std::move(key)) {}

  std::shared_ptr<const SecretBytes<32>> key_;
};

}  // namespace prichal::auth
