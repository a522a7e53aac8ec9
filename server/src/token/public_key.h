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

/// How a token may be signed (RFC 7518 section 3.1, RFC 8037 section 3.1). Each key has one: what a
/// token says of itself chooses nothing (RFC 8725 section 3.1).
enum class Algorithm {
  kEs256,  ///< ECDSA on P-256 with SHA-256
  kEdDsa,  ///< Ed25519
  kRs256,  ///< RSA with SHA-256, PKCS #1 v1.5: of other issuers, never ours
};

/// As in `alg`: "ES256".
[[nodiscard]] std::string_view NameOf(Algorithm algorithm);

/// A key that signatures are checked with. Copies share it; any thread.
class PublicKey {
 public:
  /// A JSON Web Key (RFC 7517): P-256, Ed25519, or RSA of 2048 to 4096 bits. A private member is
  /// passed over. The error says what is not understood.
  [[nodiscard]] static Result<PublicKey, std::string> FromJwk(const boost::json::object& jwk);
  /// The point as its 65 bytes, 4 first (SEC 1 section 2.3.3).
  [[nodiscard]] static Result<PublicKey, std::string> FromP256(std::string_view point);
  [[nodiscard]] static Result<PublicKey, std::string> FromEd25519(std::string_view bytes);

  [[nodiscard]] Algorithm algorithm() const { return algorithm_; }
  /// base64url of the SHA-256 of jwk() (RFC 7638): the name of this key, and of no other.
  [[nodiscard]] const std::string& thumbprint() const { return thumbprint_; }
  /// The members that make the key, in the order of RFC 7638 and without space.
  [[nodiscard]] const std::string& jwk() const { return jwk_; }

  /// Whether the key's owner has signed these bytes. The signature as in a token: r and s of 32
  /// bytes each, the 64 bytes of Ed25519, or RSA's number.
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
  std::shared_ptr<evp_pkey_st> key_;  ///< of the other two
};

}  // namespace prichal::token
