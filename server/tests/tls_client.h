#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tls/openssl.h"

namespace prichal::testing {

/// OpenSSL's client on a socket of its own. Every read has a deadline.
class TlsClient {
 public:
  using Session = std::shared_ptr<SSL_SESSION>;
  struct Options {
    int least = 0;  ///< such as TLS1_2_VERSION; 0: as OpenSSL likes
    int most = 0;   ///< "
    std::string ciphers{};
    std::vector<std::string> protocols{};  ///< by ALPN
    Session session = nullptr;             ///< to come back with
    std::string authorities{};             ///< PEM file of those that are believed; empty: anybody
  };

  /// Connects, and does its part of the handshake.
  explicit TlsClient(const std::string& address) : TlsClient(address, Options{}) {}
  TlsClient(const std::string& address, const Options& options);
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  ~TlsClient();

  /// The handshake is done.
  [[nodiscard]] bool connected() const { return connected_; }
  void Send(std::string_view bytes);
  /// Up to and with `end`; what came in all when the end or the deadline came first.
  std::string ReadUntil(std::string_view end);
  /// What has come; waits for something. Empty: the end or the deadline.
  std::string ReadSome();
  [[nodiscard]] bool ended() const { return ended_; }
  /// One response with its body as Content-Length tells it.
  std::string ReadResponse();
  std::string Ask(std::string_view request);
  /// The server has said that nothing more comes, and nothing has; waits for it.
  [[nodiscard]] bool AtCleanEnd();

  [[nodiscard]] bool resumed() const { return SSL_session_reused(session_.get()) == 1; }
  [[nodiscard]] int version() const { return SSL_version(session_.get()); }
  [[nodiscard]] std::string protocol() const;
  [[nodiscard]] std::string cipher() const { return SSL_get_cipher_name(session_.get()); }
  /// What the server showed, in PEM.
  [[nodiscard]] std::string certificate() const;
  /// To come back with; after something has been read, as tickets come behind the handshake.
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
