#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tls/openssl.h"

namespace prichal::valkey {

struct TlsOptions {
  /// PEM file of the authorities that are believed; empty: those of the system.
  std::string ca_file;
  /// Certificate and host name are verified. Without, anybody may be the server.
  bool verify = true;
};

/// What all connections of the process share. Immutable; any thread.
class TlsContext {
 public:
  explicit TlsContext(SSL_CTX* context, bool verify) : context_(context), verify_(verify) {}

  [[nodiscard]] SSL_CTX* get() const { return context_.get(); }
  [[nodiscard]] bool verify() const { return verify_; }

 private:
  tls::ContextHandle context_;
  bool verify_;
};

/// The error names the file, the reason and the way out.
[[nodiscard]] Result<std::shared_ptr<const TlsContext>, std::string> MakeTlsContext(
    const TlsOptions& options);

/// The client's side of one TLS connection, without a socket: bytes of the wire on one side, bytes
/// of the application on the other.
class TlsSession {
 public:
  /// `host`: a name, or a numeric address, that the certificate has to be for.
  TlsSession(const TlsContext& context, const std::string& host);

  /// What comes from the wire. False: error() says why the connection is over.
  [[nodiscard]] bool Receive(std::string_view wire, std::string& plain);
  /// What goes to the wire is appended to `wire`; before the handshake is done, nothing of `plain`
  /// may be given.
  [[nodiscard]] bool Send(std::string_view plain, std::string& wire);
  [[nodiscard]] bool established() const { return SSL_is_init_finished(session_.get()) == 1; }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool Failed(int result);

  tls::SessionHandle session_;
  BIO* in_ = nullptr;   ///< the session's
  BIO* out_ = nullptr;  ///< "
  std::string error_;
};

}  // namespace prichal::valkey
