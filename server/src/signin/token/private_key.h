#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "signin/token/public_key.h"

namespace prichal::signin::token {

/// A signing key: P-256 or Ed25519. Copies share the key, which is overwritten when the last copy
/// is destroyed. Immutable; any thread.
class PrivateKey {
 public:
  /// Generates a key. `algorithm` must not be kRs256. Throws std::runtime_error if the system has
  /// no random numbers.
  [[nodiscard]] static PrivateKey Generate(Algorithm algorithm);

  /// Parses PKCS #8 or SEC 1 in PEM (RFC 7468) without a passphrase. The error describes the
  /// problem and contains nothing of the key.
  [[nodiscard]] static Result<PrivateKey, std::string> FromPem(std::string_view text);

  [[nodiscard]] const PublicKey& public_key() const { return public_key_; }
  [[nodiscard]] Algorithm algorithm() const { return public_key_.algorithm(); }

  /// Returns a 64-byte JWS signature: r and s, or the Ed25519 signature.
  [[nodiscard]] std::string Sign(std::string_view message) const;

  /// Writes PKCS #8 in PEM.
  [[nodiscard]] SecretText Pem() const;

 private:
  PrivateKey(std::shared_ptr<EVP_PKEY> key, PublicKey public_key);

  [[nodiscard]] static Result<PrivateKey, std::string> FromKey(std::shared_ptr<EVP_PKEY> key);

  std::shared_ptr<EVP_PKEY> key_;
  PublicKey public_key_;
};

}  // namespace prichal::signin::token
