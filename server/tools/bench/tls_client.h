// A TLS connection, to measure handshakes and idle memory.
#pragma once

#include <openssl/ssl.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bench/poller.h"
#include "bench/socket.h"
#include "bench/target.h"

namespace prichal::bench {

template <auto kFree>
struct FreedByOpenSsl {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};

/// TLS context of all clients of a run: TLS 1.3 with X25519 and AES-128, which every server
/// supports, without verification of the certificate. OpenSSL releases empty buffers.
class TlsClients {
 public:
  /// @throws std::bad_alloc
  TlsClients();

  /// Session for resumption, used for one connection (RFC 8446 C.4). Null if none.
  using Session = std::unique_ptr<SSL_SESSION, FreedByOpenSsl<SSL_SESSION_free>>;
  [[nodiscard]] SSL_CTX* get() const { return context_.get(); }

 private:
  std::unique_ptr<SSL_CTX, FreedByOpenSsl<SSL_CTX_free>> context_;
};

/// A connection over TLS: connects, does the handshake, sends at most one request, and reads.
class TlsClient final : private Watched {
 public:
  enum class State : std::uint8_t {
    kClosed,    ///< Not opened, or closed by this client
    kShaking,   ///< Handshake in progress
    kOpen,      ///< Handshake done
    kTicketed,  ///< A session ticket has arrived too
    kFailed,    ///< error() has the reason
  };

  TlsClient(Poller& poller, const Target& target, const TlsClients& clients)
      : poller_(poller), target_(target), clients_(clients) {}
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  TlsClient(TlsClient&&) = delete;
  TlsClient& operator=(TlsClient&&) = delete;
  ~TlsClient() override;

  /// Connects and sends `request` after the handshake. `come_back`: resumes the session of the last
  /// ticket. Does a full handshake if there is none.
  Result<void, std::string> Open(std::string_view request, bool come_back);
  void Close();

  /// Called on each change of state, and when bytes arrive.
  std::function<void(TlsClient&)> on_news;

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool resumed() const { return SSL_session_reused(session_.get()) == 1; }
  /// Returns the first bytes that were received.
  [[nodiscard]] const std::string& beginning() const { return beginning_; }
  [[nodiscard]] std::uint64_t received() const { return received_; }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  friend class TlsClients;
  static int OnTicket(SSL* session, SSL_SESSION* ticket);

  void OnReady(bool readable, bool writable) override;
  void Fail(std::string_view what);

  Poller& poller_;
  const Target& target_;
  const TlsClients& clients_;
  Socket socket_;
  std::unique_ptr<SSL, FreedByOpenSsl<SSL_free>> session_;
  TlsClients::Session ticket_;
  std::string request_;
  State state_ = State::kClosed;
  std::string beginning_;
  std::uint64_t received_ = 0;
  std::string error_;
};

}  // namespace prichal::bench
