#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

/// OpenSSL helpers shared by the TLS server and the TLS client.
namespace prichal::tls {

/// Deleter for an OpenSSL object.
template <auto kFree>
struct FreedBy {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};
/// Owning pointers to OpenSSL objects.
using ContextHandle = std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>>;
using SessionHandle = std::unique_ptr<SSL, FreedBy<SSL_free>>;
using CertificateHandle = std::unique_ptr<X509, FreedBy<X509_free>>;
using KeyHandle = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;

/// Applies the settings common to all TLS connections: TLS 1.2 or later, and no buffers while a
/// connection is idle.
void SetCommonRules(SSL_CTX& context);

/// Returns the first error in this thread's OpenSSL error queue as text, and clears the queue.
[[nodiscard]] std::string PopError();

}  // namespace prichal::tls
