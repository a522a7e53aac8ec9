#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tls/openssl.h"

namespace prichal::tls {

/// Why a certificate and a key cannot be used: which of the two is to blame, and a line for the
/// operator that has nothing of the key.
struct CertificateError {
  enum class Of { kCertificate, kKey };
  Of of = Of::kCertificate;
  std::string reason;
};

/// A server's certificate, the chain behind it, and the key that it is for. Immutable; any thread.
class Certificate {
 public:
  /// Both in PEM (RFC 7468): the server's own certificate first, then those that lead to an
  /// authority; the key without a passphrase.
  [[nodiscard]] static Result<std::shared_ptr<const Certificate>, CertificateError> FromPem(
      std::string_view chain, std::string_view key);

  /// The end of its validity, seconds since 1970.
  [[nodiscard]] std::int64_t not_after() const { return not_after_; }
  /// Whom it names first: a host of its subjectAltName, or else its subject.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// False: OpenSSL will not have it, TakeError() says why.
  [[nodiscard]] bool ServeIn(SSL_CTX& context) const;

 private:
  Certificate() = default;

  CertificateHandle own_;
  std::vector<CertificateHandle> chain_;  ///< without the server's own
  KeyHandle key_;
  std::int64_t not_after_ = 0;
  std::string name_;
};

}  // namespace prichal::tls
