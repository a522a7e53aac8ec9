#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct evp_pkey_st;

namespace prichal::token {

/// Signature algorithm (RFC 7518 section 3.1, RFC 8037 section 3.1). Each key has exactly one; the
/// token's header never chooses it (RFC 8725 section 3.1).
enum class Algorithm {
  kEs256,  ///< ECDSA on P-256 with SHA-256
  kEdDsa,  ///< Ed25519
  kRs256,  ///< RSA with SHA-256, PKCS #1 v1.5; only for verifying other issuers' tokens
};

/// Name as in `alg`: "ES256".
[[nodiscard]] std::string_view NameOf(Algorithm algorithm);

/// A key for verifying signatures. Copies share it. Immutable; any thread.
class PublicKey {
 public:
  /// Parses a JSON Web Key (RFC 7517): P-256, Ed25519, or RSA of 2048 to 4096 bits. Private members
  /// are ignored. The error describes the problem.
  [[nodiscard]] static Result<PublicKey, std::string> FromJwk(const boost::json::object& jwk);
  /// `point`: 65 bytes, the first is 4 (SEC 1 section 2.3.3).
  [[nodiscard]] static Result<PublicKey, std::string> FromP256(std::string_view point);
  /// `bytes`: 32 bytes (RFC 8032 section 5.1.5). Keys of small order are rejected.
  [[nodiscard]] static Result<PublicKey, std::string> FromEd25519(std::string_view bytes);

  [[nodiscard]] Algorithm algorithm() const { return algorithm_; }
  /// base64url of the SHA-256 of jwk() (RFC 7638). Identifies the key.
  [[nodiscard]] const std::string& thumbprint() const { return thumbprint_; }
  /// The required members in the order of RFC 7638, without white space.
  [[nodiscard]] const std::string& jwk() const { return jwk_; }

  /// Returns true if this key signed `message`. `signature` as in a JWS: r and s of 32 bytes each,
  /// 64 bytes of Ed25519, or RSA's number.
  [[nodiscard]] bool Verify(std::string_view message, std::string_view signature) const;

 private:
  PublicKey(Algorithm algorithm, std::string jwk);

  [[nodiscard]] static Result<PublicKey, std::string> FromRsa(std::string_view n,
                                                              std::string_view e);
  [[nodiscard]] bool VerifyByOpenSsl(std::string_view message, std::string_view signature) const;

  Algorithm algorithm_;
  std::string jwk_;
  std::string thumbprint_;
  std::array<unsigned char, 32> ed25519_{};
  std::shared_ptr<evp_pkey_st> key_;  ///< for kEs256 and kRs256
};

}  // namespace prichal::token
