#include "bench/tls_client.h"

#include <fmt/format.h>
#include <openssl/err.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <new>
#include <system_error>
#include <utility>

namespace prichal::bench {
namespace {

constexpr std::size_t kBeginningBytes = 64;

}  // namespace

TlsClients::TlsClients() : context_(SSL_CTX_new(TLS_client_method())) {
  // OpenSSL writes to closed connections without MSG_NOSIGNAL.
  std::signal(SIGPIPE, SIG_IGN);
  SSL_CTX* const raw = context_.get();
  if (raw == nullptr || SSL_CTX_set_min_proto_version(raw, TLS1_3_VERSION) != 1 ||
      SSL_CTX_set_ciphersuites(raw, "TLS_AES_128_GCM_SHA256") != 1 ||
      SSL_CTX_set1_groups_list(raw, "X25519") != 1) {
    throw std::bad_alloc();
  }
  SSL_CTX_set_verify(raw, SSL_VERIFY_NONE, nullptr);
  SSL_CTX_set_mode(raw, SSL_MODE_RELEASE_BUFFERS);
  // The clients keep their sessions, not OpenSSL's cache.
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(raw, TlsClient::OnTicket);
}

TlsClient::~TlsClient() { Close(); }

int TlsClient::OnTicket(SSL* session, SSL_SESSION* ticket) {
  auto* const self = static_cast<TlsClient*>(SSL_get_app_data(session));
  self->ticket_.reset(ticket);
  if (self->state_ == State::kOpen) self->state_ = State::kTicketed;
  return 1;  // takes ownership of the ticket
}

Result<void, std::string> TlsClient::Open(std::string_view request, bool come_back) {
  Close();
  auto socket = Socket::Connect(target_);
  if (!socket) return prichal::Fail(socket.error());
  socket_ = *std::move(socket);
  session_.reset(SSL_new(clients_.get()));
  if (session_ == nullptr) throw std::bad_alloc();
  SSL_set_app_data(session_.get(), this);
  SSL_set_fd(session_.get(), socket_.fd());
  SSL_set_connect_state(session_.get());
  if (come_back && ticket_ != nullptr) SSL_set_session(session_.get(), ticket_.get());
  request_ = request;
  beginning_.clear();
  received_ = 0;
  state_ = State::kShaking;
  socket_.Watch(poller_, *this);
  return {};
}

void TlsClient::Close() {
  if (session_ != nullptr && (state_ == State::kOpen || state_ == State::kTicketed)) {
    // Without a close notify, OpenSSL would not resume this session.
    (void)SSL_shutdown(session_.get());
    ERR_clear_error();
  }
  session_.reset();
  socket_.Close();
  state_ = State::kClosed;
}

void TlsClient::Fail(std::string_view what) {
  std::array<char, 256> text{};
  const unsigned long reason = ERR_peek_error();
  if (reason != 0) ERR_error_string_n(reason, text.data(), text.size());
  error_ = fmt::format("{}: {}", what, reason != 0 ? text.data() : "closed by the other end");
  ERR_clear_error();
  state_ = State::kFailed;
  socket_.Close();
  on_news(*this);
}

void TlsClient::OnReady(bool /*readable*/, bool /*writable*/) {
  if (state_ == State::kClosed || state_ == State::kFailed) return;
  ERR_clear_error();
  if (state_ == State::kShaking) {
    const int done = SSL_do_handshake(session_.get());
    if (done != 1) {
      const int why = SSL_get_error(session_.get(), done);
      if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) Fail("the handshake failed");
      return;
    }
    state_ = State::kOpen;
    // A small request into an empty socket is written completely.
    if (!request_.empty() &&
        SSL_write(session_.get(), request_.data(), static_cast<int>(request_.size())) <= 0) {
      return Fail("the request did not go out");
    }
  }
  const State before = state_;
  bool came = false;
  while (true) {
    const auto room = poller_.scratch();
    const int got = SSL_read(session_.get(), room.data(), static_cast<int>(room.size()));
    if (got <= 0) {
      const int why = SSL_get_error(session_.get(), got);
      if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) return Fail("ended");
      break;
    }
    came = true;
    received_ += static_cast<std::uint64_t>(got);
    const std::size_t room_left = kBeginningBytes - std::min(kBeginningBytes, beginning_.size());
    beginning_.append(room.data(), std::min(room_left, static_cast<std::size_t>(got)));
  }
  if (came || state_ != before) on_news(*this);
}

}  // namespace prichal::bench
