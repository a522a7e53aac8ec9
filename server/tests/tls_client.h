#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tls/openssl.h"

namespace prichal::testing {

/// For tests: an OpenSSL client on its own socket. All reads have a timeout.
class TlsClient {
 public:
  using Session = std::shared_ptr<SSL_SESSION>;
  struct Options {
    int least = 0;  ///< minimum version, such as TLS1_2_VERSION; 0 for OpenSSL's default
    int most = 0;   ///< maximum version; 0 for OpenSSL's default
    std::string ciphers{};
    std::vector<std::string> protocols{};  ///< offered with ALPN
    Session session = nullptr;             ///< session to resume
    /// PEM file of trusted authorities. Empty to accept any certificate.
    std::string authorities{};
  };

  /// Connects and completes the handshake.
  explicit TlsClient(const std::string& address) : TlsClient(address, Options{}) {}
  TlsClient(const std::string& address, const Options& options);
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  ~TlsClient();

  /// True if the handshake succeeded.
  [[nodiscard]] bool connected() const { return connected_; }
  void Send(std::string_view bytes);
  /// Reads up to and including `end`, or everything if the connection ends or the timeout passes
  /// first.
  std::string ReadUntil(std::string_view end);
  /// Waits for data and returns it. Empty on timeout or at the end of the connection.
  std::string ReadSome();
  [[nodiscard]] bool ended() const { return ended_; }
  /// Reads one response with Content-Length.
  std::string ReadResponse();
  std::string Ask(std::string_view request);
  /// Waits for the server's close_notify. Returns false if other data or the timeout comes first.
  [[nodiscard]] bool AtCleanEnd();

  [[nodiscard]] bool resumed() const { return SSL_session_reused(session_.get()) == 1; }
  [[nodiscard]] int version() const { return SSL_version(session_.get()); }
  [[nodiscard]] std::string protocol() const;
  [[nodiscard]] std::string cipher() const { return SSL_get_cipher_name(session_.get()); }
  /// The server's certificate in PEM.
  [[nodiscard]] std::string certificate() const;
  /// Session for resumption. Call it after a read, because tickets arrive after the handshake.
  [[nodiscard]] Session session() const;

 private:
  bool Fill();

  tls::ContextHandle context_;
  tls::SessionHandle session_;
  int fd_ = -1;
  bool connected_ = false;
  bool ended_ = false;
  std::string buffer_;
};

}  // namespace prichal::testing
