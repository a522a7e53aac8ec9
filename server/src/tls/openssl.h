#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

/// What both sides of TLS have in common: a server towards its clients, and a client of ours
/// towards other servers.
namespace prichal::tls {

/// Gives an object of OpenSSL back by the function that is there for its kind.
template <auto kFree>
struct FreedBy {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};
using ContextHandle = std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>>;
using SessionHandle = std::unique_ptr<SSL, FreedBy<SSL_free>>;
using CertificateHandle = std::unique_ptr<X509, FreedBy<X509_free>>;
using KeyHandle = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;

/// What holds for every connection: TLS 1.2 and later, and no buffers while nothing is under way.
void SetCommonRules(SSL_CTX& context);

/// The first error that OpenSSL has kept for this thread, as text; it keeps none afterwards.
[[nodiscard]] std::string TakeError();

}  // namespace prichal::tls
