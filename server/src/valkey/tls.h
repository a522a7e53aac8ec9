#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/tls/certificate.h"

namespace prichal::valkey {

/// Makes the TLS context of all connections, which verify certificate and host name. `ca_file`: PEM
/// file of the trusted authorities. Empty: those of the system. The error names the file, the
/// reason and the fix.
[[nodiscard]] Result<std::shared_ptr<SSL_CTX>, std::string> MakeTlsContext(
    const std::string& ca_file);

/// Client side of one TLS connection, independent of the socket: converts between bytes on the wire
/// and application bytes. `context` must outlive it. Not thread-safe.
class TlsSession {
 public:
  /// `host`: the host name or IP address that the certificate must match.
  TlsSession(SSL_CTX& context, const std::string& host);

  /// Processes received bytes and appends decrypted bytes to `plain`. Returns false if the
  /// connection failed; error() has the reason.
  [[nodiscard]] bool Receive(std::string_view wire, std::string& plain);
  /// Encrypts `plain` and appends the bytes to send to `wire`, including pending handshake records.
  /// `plain` must be empty until established().
  [[nodiscard]] bool Send(std::string_view plain, std::string& wire);
  [[nodiscard]] bool established() const { return SSL_is_init_finished(session_.get()) == 1; }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool Failed(int result);

  http::tls::SessionHandle session_;
  BIO* in_ = nullptr;   ///< owned by session_
  BIO* out_ = nullptr;  ///< owned by session_
  std::string error_;
};

}  // namespace prichal::valkey
