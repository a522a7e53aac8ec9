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

  /// Parses PKCS #8 or SEC 1 in PEM (RFC 7468) without a passphrase, or a private JSON Web Key (RFC
  /// 7518 section 6.2.2, RFC 8037 section 2). The error describes the problem and contains nothing
  /// of the key.
  [[nodiscard]] static Result<PrivateKey, std::string> FromText(std::string_view text);

  [[nodiscard]] const PublicKey& public_key() const { return public_key_; }
  [[nodiscard]] Algorithm algorithm() const { return public_key_.algorithm(); }

  /// Returns a 64-byte JWS signature: r and s, or the Ed25519 signature.
  [[nodiscard]] std::string Sign(std::string_view message) const;

  /// Writes PKCS #8 in PEM.
  [[nodiscard]] SecretText Pem() const;
  /// Writes a private JSON Web Key with its `kid`, on one line.
  [[nodiscard]] SecretText Jwk() const;

 private:
  PrivateKey(std::shared_ptr<evp_pkey_st> key, PublicKey public_key);

  [[nodiscard]] static Result<PrivateKey, std::string> FromPem(std::string_view text);
  [[nodiscard]] static Result<PrivateKey, std::string> FromJwk(std::string_view text);
  [[nodiscard]] static Result<PrivateKey, std::string> FromKey(std::shared_ptr<evp_pkey_st> key);

  /// The private number `d` of the JSON Web Key.
  [[nodiscard]] SecretBytes<32> Scalar() const;

  std::shared_ptr<evp_pkey_st> key_;
  PublicKey public_key_;
};

}  // namespace prichal::signin::token
