#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <memory>
#include <string>

namespace prichal::token {

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
using ParamBuilder = std::unique_ptr<OSSL_PARAM_BLD, OpenSslFree<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, OpenSslFree<OSSL_PARAM_free>>;

/// Returns and clears this thread's last OpenSSL error. Never empty.
[[nodiscard]] std::string LastOpenSslError();

/// Views `text` as unsigned bytes, as OpenSSL requires.
inline const unsigned char* AsBytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// Builds a key of type "EC", "RSA" or "ED25519" from its parameters. Null if they are not a valid
/// key.
[[nodiscard]] KeyPointer KeyFromParams(const char* kind, int selection, OSSL_PARAM_BLD* parts);

}  // namespace prichal::token
