#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <memory>
#include <string>

namespace prichal::token {

/// Frees what OpenSSL has made.
template <auto kFree>
struct OpenSslFree {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};

using KeyPointer = std::unique_ptr<EVP_PKEY, OpenSslFree<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, OpenSslFree<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, OpenSslFree<EVP_MD_CTX_free>>;
using Bio = std::unique_ptr<BIO, OpenSslFree<BIO_free>>;
/// Overwritten before it is freed: it may be a private key.
using Number = std::unique_ptr<BIGNUM, OpenSslFree<BN_clear_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, OpenSslFree<ECDSA_SIG_free>>;
using ParamBuilder = std::unique_ptr<OSSL_PARAM_BLD, OpenSslFree<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, OpenSslFree<OSSL_PARAM_free>>;

/// What this thread's last call has said, and forgets it. Never empty.
[[nodiscard]] std::string LastOpenSslError();

inline const unsigned char* AsBytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// A key of one kind ("EC", "RSA", "ED25519") of its parts; null when they are no key.
[[nodiscard]] KeyPointer KeyFromParams(const char* kind, int selection, OSSL_PARAM_BLD* parts);

}  // namespace prichal::token
