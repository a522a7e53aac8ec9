#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "token/public_key.h"

namespace prichal::token {

/// A key that signs: P-256 or Ed25519. What it is made of is overwritten when its last copy ends.
/// Copies share it; any thread.
class PrivateKey {
 public:
  /// A new one. kRs256 has none. Throws std::runtime_error when the machine has no random numbers.
  [[nodiscard]] static PrivateKey Generate(Algorithm algorithm);

  /// PKCS #8 or SEC 1 in PEM (RFC 7468) without a passphrase, or a private JSON Web Key (RFC 7518
  /// section 6.2.2, RFC 8037 section 2). The error says what it is instead, and has nothing of it.
  [[nodiscard]] static Result<PrivateKey, std::string> FromText(std::string_view text);

  [[nodiscard]] const PublicKey& public_key() const { return public_key_; }
  [[nodiscard]] Algorithm algorithm() const { return public_key_.algorithm(); }

  /// The 64 bytes of a signature as a token has it: r and s, or Ed25519's.
  [[nodiscard]] std::string Sign(std::string_view message) const;

  /// PKCS #8 in PEM.
  [[nodiscard]] SecretText Pem() const;
  /// A private JSON Web Key with its `kid`, on one line.
  [[nodiscard]] SecretText Jwk() const;

 private:
  PrivateKey(std::shared_ptr<evp_pkey_st> key, PublicKey public_key);

  [[nodiscard]] static Result<PrivateKey, std::string> FromPem(std::string_view text);
  [[nodiscard]] static Result<PrivateKey, std::string> FromJwk(std::string_view text);
  [[nodiscard]] static Result<PrivateKey, std::string> FromKey(std::shared_ptr<evp_pkey_st> key);

  /// `d` of its JSON Web Key.
  [[nodiscard]] SecretBytes<32> Scalar() const;

  std::shared_ptr<evp_pkey_st> key_;
  PublicKey public_key_;
};

}  // namespace prichal::token
