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

/// What all clients of a run have in common: TLS 1.3 with X25519 and AES of 128 bits, which every
/// server has, and no look at who has signed the certificate. Its buffers are given back when they
/// are empty.
class TlsClients {
 public:
  /// @throws std::bad_alloc
  TlsClients();

  /// Sessions to come back with, of one connection at a time (RFC 8446 C.4); null when there is
  /// none.
  using Session = std::unique_ptr<SSL_SESSION, FreedByOpenSsl<SSL_SESSION_free>>;
  [[nodiscard]] SSL_CTX* get() const { return context_.get(); }

 private:
  std::unique_ptr<SSL_CTX, FreedByOpenSsl<SSL_CTX_free>> context_;
};

/// One connection to a server that speaks TLS: connects, shakes hands, asks once where there is
/// something to ask, reads what comes.
class TlsClient final : private Watched {
 public:
  enum class State : std::uint8_t {
    kClosed,    ///< not begun, or closed by us
    kShaking,   ///< no handshake yet
    kOpen,      ///< the handshake is over
    kTicketed,  ///< and a ticket has come
    kFailed,    ///< error() says why
  };

  TlsClient(Poller& poller, const Target& target, const TlsClients& clients)
      : poller_(poller), target_(target), clients_(clients) {}
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  TlsClient(TlsClient&&) = delete;
  TlsClient& operator=(TlsClient&&) = delete;
  ~TlsClient() override;

  /// Connects; `request` goes out behind the handshake. `come_back`: with the session of the last
  /// ticket that came, if any has.
  Result<void, std::string> Open(std::string_view request, bool come_back);
  void Close();

  /// Called at each change of the state, and when bytes have come.
  std::function<void(TlsClient&)> on_news;

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool resumed() const { return SSL_session_reused(session_.get()) == 1; }
  /// What has come so far, its first bytes.
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
