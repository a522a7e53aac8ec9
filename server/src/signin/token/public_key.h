#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>

#include <array>
#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::signin::token {

/// Deleter for objects that OpenSSL allocated.
template <auto kFree>
struct OpenSslFree {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};

/// Owning pointers to OpenSSL objects.
using KeyPointer = std::unique_ptr<EVP_PKEY, OpenSslFree<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, OpenSslFree<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, OpenSslFree<EVP_MD_CTX_free>>;
using Bio = std::unique_ptr<BIO, OpenSslFree<BIO_free>>;
/// Cleared before it is freed, because it can be part of a private key.
using Number = std::unique_ptr<BIGNUM, OpenSslFree<BN_clear_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, OpenSslFree<ECDSA_SIG_free>>;

/// Returns and clears this thread's last OpenSSL error. Never empty.
[[nodiscard]] std::string LastOpenSslError();

/// Views `text` as unsigned bytes, as OpenSSL requires.
inline const unsigned char* AsBytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

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
  std::shared_ptr<EVP_PKEY> key_;  ///< for kEs256 and kRs256
};

/// The keys of an issuer (RFC 7517 section 5), for verification. Immutable after it has been built;
/// then any thread.
class JwkSet {
 public:
  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static constexpr std::size_t kMaxKeys = 64;

  /// Parses a set. An unusable key is skipped and listed in skipped(), as RFC 7517 requires: an
  /// unknown type or curve, not for signatures, an `alg` that does not match the key, or invalid. A
  /// key without `kid` is named by its thumbprint. The error says why the text is not a set at all.
  [[nodiscard]] static Result<JwkSet, std::string> Read(std::string_view text);

  /// Adds a key, named by its thumbprint.
  void Add(PublicKey key);

  /// Returns the first key with this name and algorithm. Null if there is none. An empty name
  /// matches if exactly one key has the algorithm. The pointer is valid until the next Add().
  [[nodiscard]] const PublicKey* Find(std::string_view key_id, std::string_view algorithm) const;

  /// Writes the set for publication: each key with `alg`, `kid` and `use`, members in alphabetical
  /// order.
  [[nodiscard]] std::string Write() const;

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  /// One line per skipped key: its index and the reason.
  [[nodiscard]] const std::vector<std::string>& skipped() const { return skipped_; }

 private:
  struct Named {
    std::string key_id;
    PublicKey key;
  };

  std::vector<Named> keys_;
  std::vector<std::string> skipped_;
};

}  // namespace prichal::signin::token
