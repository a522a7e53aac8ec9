#include "tls_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <utility>

#include "base/fixture_await.h"
#include "raw_client.h"

namespace prichal::testing {
namespace {

int Connect(const std::string& address) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval deadline{.tv_sec = WaitTimeout() / std::chrono::seconds(1), .tv_usec = 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof(deadline));
  const std::size_t colon = address.rfind(':');
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &v4.sin_addr);
  (void)connect(fd, reinterpret_cast<const sockaddr*>(&v4), sizeof(v4));
  return fd;
}

}  // namespace

TlsClient::TlsClient(const std::string& address, const Options& options)
    : context_(SSL_CTX_new(TLS_client_method())), fd_(Connect(address)) {
  SSL_CTX* raw = context_.get();
  SSL_CTX_set_min_proto_version(raw, options.least);
  SSL_CTX_set_max_proto_version(raw, options.most);
  // Without this, current OpenSSL clients offer nothing below TLS 1.2.
  if (options.most != 0 && options.most < TLS1_2_VERSION) SSL_CTX_set_security_level(raw, 0);
  if (!options.ciphers.empty()) SSL_CTX_set_cipher_list(raw, options.ciphers.c_str());
  if (!options.authorities.empty()) {
    SSL_CTX_load_verify_locations(raw, options.authorities.c_str(), nullptr);
    SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, nullptr);
  }
  std::string protocols;
  for (const std::string& name : options.protocols) {
    protocols += static_cast<char>(name.size()) + name;
  }
  SSL_CTX_set_alpn_protos(raw, reinterpret_cast<const unsigned char*>(protocols.data()),
                          static_cast<unsigned int>(protocols.size()));
  session_.reset(SSL_new(raw));
  if (options.session != nullptr) SSL_set_session(session_.get(), options.session.get());
  SSL_set_fd(session_.get(), fd_);
  connected_ = SSL_connect(session_.get()) == 1;
  ERR_clear_error();
}

TlsClient::~TlsClient() {
  // Without close_notify OpenSSL does not resume the session.
  if (connected_) (void)SSL_shutdown(session_.get());
  ERR_clear_error();
  close(fd_);
}

void TlsClient::Send(std::string_view bytes) {
  if (connected_ && !bytes.empty()) {
    (void)SSL_write(session_.get(), bytes.data(), static_cast<int>(bytes.size()));
  }
  ERR_clear_error();
}

bool TlsClient::Fill() {
  if (!connected_ || ended_) return false;
  std::array<char, 64 * 1024> bytes{};
  const int got = SSL_read(session_.get(), bytes.data(), static_cast<int>(bytes.size()));
  ERR_clear_error();
  if (got <= 0) {
    ended_ = true;
    return false;
  }
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

std::string TlsClient::ReadUntil(std::string_view end) {
  std::size_t at = buffer_.find(end);
  while (at == std::string::npos) {
    if (!Fill()) return std::exchange(buffer_, {});
    at = buffer_.find(end);
  }
  std::string found = buffer_.substr(0, at + end.size());
  buffer_.erase(0, found.size());
  return found;
}

std::string TlsClient::ReadSome() {
  if (buffer_.empty()) (void)Fill();
  return std::exchange(buffer_, {});
}

std::string TlsClient::ReadResponse() {
  std::string response = ReadUntil("\r\n\r\n");
  const auto length = HeaderOf(response, "Content-Length");
  const std::size_t body = length ? std::stoul(*length) : 0;
  while (buffer_.size() < body && Fill()) {
  }
  response += buffer_.substr(0, body);
  buffer_.erase(0, body);
  return response;
}

std::string TlsClient::Ask(std::string_view request) {
  Send(request);
  return ReadResponse();
}

bool TlsClient::AtCleanEnd() {
  while (buffer_.empty() && Fill()) {
  }
  return buffer_.empty() && (SSL_get_shutdown(session_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

std::string TlsClient::protocol() const {
  const unsigned char* name = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(session_.get(), &name, &size);
  return {reinterpret_cast<const char*>(name), size};
}

std::string TlsClient::certificate() const {
  const std::unique_ptr<BIO, tls::FreedBy<BIO_free>> out(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(out.get(), SSL_get0_peer_certificate(session_.get()));
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

TlsClient::Session TlsClient::session() const {
  return {SSL_get1_session(session_.get()), SSL_SESSION_free};
}

}  // namespace prichal::testing
