#pragma once

#include <openssl/ssl.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// OpenSSL helpers shared by the TLS server and the TLS client.
namespace prichal::http::tls {

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

/// Why a certificate or key cannot be used: the file at fault, and a one-line reason that contains
/// nothing of the key.
struct CertificateError {
  enum class Of { kCertificate, kKey };
  Of of = Of::kCertificate;
  std::string reason;
};

/// A server certificate with its chain and private key. Immutable; any thread.
class Certificate {
 public:
  /// Parses PEM (RFC 7468). `chain`: the server's certificate, then the intermediate certificates.
  /// `key`: without a passphrase.
  [[nodiscard]] static Result<std::shared_ptr<const Certificate>, CertificateError> FromPem(
      std::string_view chain, std::string_view key);

  /// End of validity in seconds since 1970.
  [[nodiscard]] std::int64_t not_after() const { return not_after_; }
  /// First DNS name or IP address in subjectAltName, otherwise the subject.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Configures `context` with this certificate. Returns false on failure; PopError() has the
  /// reason.
  [[nodiscard]] bool ServeIn(SSL_CTX& context) const;

 private:
  Certificate() = default;

  CertificateHandle leaf_;
  std::vector<CertificateHandle> chain_;  ///< without the server's certificate
  KeyHandle key_;
  std::int64_t not_after_ = 0;
  std::string name_;
};

}  // namespace prichal::http::tls
