#include "http/transport/tls_transport.h"

#include <openssl/bio.h>
#include <openssl/err.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

namespace prichal::http {
namespace {

/// Response to http:// requests on an https:// port, as other web servers send it.
constexpr std::string_view kPlainAnswer =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
    "58\r\nConnection: close\r\n\r\nthis address requires TLS: use https:// instead of http://";

std::ptrdiff_t Failed(int error) {
  errno = error;
  return -1;
}

TlsHandshake KindOf(const SSL& session) {
  const bool resumed = SSL_session_reused(&session) == 1;
  if (SSL_version(&session) == TLS1_3_VERSION) {
    return resumed ? TlsHandshake::kTls13Resumed : TlsHandshake::kTls13;
  }
  return resumed ? TlsHandshake::kTls12Resumed : TlsHandshake::kTls12;
}

TlsFailure FailureOf(unsigned long error) {
  const int reason = ERR_GET_REASON(error);
  switch (reason) {
    case 0:
      return TlsFailure::kGone;
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_NO_SHARED_CIPHER:
    case SSL_R_NO_SUITABLE_KEY_SHARE:
    case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
    case SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
    case SSL_R_NO_SHARED_GROUPS:
    case SSL_R_NO_APPLICATION_PROTOCOL:
    case SSL_R_VERSION_TOO_LOW:
      return TlsFailure::kNothingInCommon;
    default:
      // Alerts of the peer have reason codes from this offset on (ssl(7)).
      return reason >= SSL_AD_REASON_OFFSET ? TlsFailure::kRefused : TlsFailure::kMalformed;
  }
}

}  // namespace

/// Connects OpenSSL to the transport below: one unbuffered BIO for both directions.
class TlsTransport::Wire {
 public:
  static BIO* Over(TlsTransport& transport) {
    BIO* bio = BIO_new(Method());
    if (bio == nullptr) throw std::bad_alloc();
    BIO_set_data(bio, &transport);
    BIO_set_init(bio, 1);
    return bio;
  }

 private:
  static BIO_METHOD* Method() {
    static BIO_METHOD* const method = [] {
      BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "transport");
      if (made == nullptr) throw std::bad_alloc();
      BIO_meth_set_read(made, Read);
      BIO_meth_set_write(made, Write);
      BIO_meth_set_ctrl(made, Control);
      return made;
    }();
    return method;
  }
  static TlsTransport& Of(BIO* bio) { return *static_cast<TlsTransport*>(BIO_get_data(bio)); }

  static int Read(BIO* bio, char* into, int size) {
    BIO_clear_retry_flags(bio);
    TlsTransport& transport = Of(bio);
    if (transport.nothing_more_) {
      BIO_set_retry_read(bio);
      return -1;
    }
    const std::ptrdiff_t got = transport.below_->Receive({into, static_cast<std::size_t>(size)});
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      transport.nothing_more_ = true;
      BIO_set_retry_read(bio);
    } else if (got == 0) {
      transport.peer_ended_ = true;
    } else if (got > 0) {
      // A short read means that no bytes are left; later bytes are reported.
      transport.nothing_more_ = got < size;
    }
    return static_cast<int>(got);
  }

  static int Write(BIO* bio, const char* bytes, int size) {
    BIO_clear_retry_flags(bio);
    const std::string_view part(bytes, static_cast<std::size_t>(size));
    const std::ptrdiff_t taken = Of(bio).below_->Send({&part, 1});
    if (taken < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
    return static_cast<int>(taken);
  }

  static long Control(BIO* bio, int command, long /*number*/, void* /*pointer*/) {
    if (command == BIO_CTRL_FLUSH) return 1;
    if (command == BIO_CTRL_EOF) return Of(bio).peer_ended_ ? 1 : 0;
    return 0;
  }
};

TlsTransport::TlsTransport(std::unique_ptr<Transport> below,
                           std::shared_ptr<const tls::ServerContext> context, TlsCounters& counters)
    : below_(std::move(below)),
      context_(std::move(context)),
      session_(context_->NewSession()),
      counters_(counters) {
  BIO* wire = Wire::Over(*this);
  SSL_set_bio(session_.get(), wire, wire);
}

TlsTransport::~TlsTransport() {
  if (state_ == State::kOpen && !peer_ended_) CloseNotify();
}

Transport::Opening TlsTransport::Open() {
  nothing_more_ = false;
  ERR_clear_error();
  const int result = SSL_do_handshake(session_.get());
  if (result == 1) return Opened();
  switch (SSL_get_error(session_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      below_->AwaitReadable();
      return Opening::kUnderWay;
    case SSL_ERROR_WANT_WRITE:
      below_->AwaitWritable();
      return Opening::kUnderWay;
    default:
      return NotOpened();
  }
}

Transport::Opening TlsTransport::Opened() {
  state_ = State::kOpen;
  counters_.Count(KindOf(*session_));
  return Opening::kDone;
}

bool TlsTransport::chose_http2() const {
  const unsigned char* name = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(session_.get(), &name, &size);
  return std::string_view(reinterpret_cast<const char*>(name), size) == "h2";
}

Transport::Opening TlsTransport::NotOpened() {
  const unsigned long error = ERR_peek_error();
  ERR_clear_error();
  state_ = State::kOver;
  if (ERR_GET_REASON(error) == SSL_R_HTTP_REQUEST) {
    RefusePlain();
    return Opening::kRefused;
  }
  counters_.Count(peer_ended_ ? TlsFailure::kGone : FailureOf(error));
  return Opening::kFailed;
}

void TlsTransport::RefusePlain() {
  state_ = State::kPlain;
  counters_.Count(TlsFailure::kPlainHttp);
  (void)below_->Send({&kPlainAnswer, 1});
}

std::ptrdiff_t TlsTransport::Receive(std::span<char> into) {
  if (state_ == State::kPlain) return below_->Receive(into);
  nothing_more_ = false;
  more_ = false;
  ERR_clear_error();
  std::size_t received = 0;
  while (received < into.size()) {
    const std::span<char> rest = into.subspan(received);
    const int got = SSL_read(session_.get(), rest.data(), static_cast<int>(rest.size()));
    if (got > 0) {
      received += static_cast<std::size_t>(got);
      continue;
    }
    const int why = SSL_get_error(session_.get(), got);
    if (why == SSL_ERROR_WANT_READ) {
      return received > 0 ? static_cast<std::ptrdiff_t>(received) : Failed(EAGAIN);
    }
    if (why == SSL_ERROR_ZERO_RETURN) {
      // If bytes were received, the end is reported by the next call.
      if (received > 0) break;
      peer_ended_ = true;
      return 0;
    }
    // Includes a peer that requests key updates (RFC 8446 section 4.6.3) but does not read.
    ERR_clear_error();
    state_ = State::kOver;
    return Failed(ECONNRESET);
  }
  more_ = true;
  return static_cast<std::ptrdiff_t>(received);
}

std::ptrdiff_t TlsTransport::Send(std::span<const std::string_view> parts) {
  if (state_ != State::kOpen) return Failed(EPIPE);
  ERR_clear_error();
  const std::string_view part = parts.front();
  const int taken = SSL_write(session_.get(), part.data(), static_cast<int>(part.size()));
  if (taken > 0) return taken;
  if (SSL_get_error(session_.get(), taken) == SSL_ERROR_WANT_WRITE) return Failed(EAGAIN);
  ERR_clear_error();
  state_ = State::kOver;
  return Failed(EPIPE);
}

void TlsTransport::AwaitReadable() {
  if (more_) return below_->ReadAgain();
  below_->AwaitReadable();
}

void TlsTransport::EndSending() {
  if (state_ == State::kOpen) CloseNotify();
  below_->EndSending();
}

void TlsTransport::CloseNotify() {
  ERR_clear_error();
  (void)SSL_shutdown(session_.get());
  ERR_clear_error();
  state_ = State::kOver;
}

}  // namespace prichal::http
