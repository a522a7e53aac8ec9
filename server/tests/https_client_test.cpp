// The client of other servers over TLS: who cannot show that he is whom he was asked for is not
// heard. What else it bears is shown by sign-in (auth_id_token_test.cpp, auth_oidc_test.cpp).

#include "oidc/https_client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "base/fixture_tree.h"
#include "tls/fixture_certificate.h"

namespace prichal::oidc {
namespace {

/// Answers one connection by TLS with a certificate that it has signed itself, if it is believed.
class StrangeServer {
 public:
  StrangeServer() : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
    tls::WriteCertificate(folder_.path(), "IP:127.0.0.1");
    SSL_CTX_use_certificate_file(context_.get(), folder_.path("cert.pem").c_str(),
                                 SSL_FILETYPE_PEM);
    SSL_CTX_use_PrivateKey_file(context_.get(), folder_.path("key.pem").c_str(), SSL_FILETYPE_PEM);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    listen(listener_, 1);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Answer(); });
  }
  StrangeServer(const StrangeServer&) = delete;
  StrangeServer& operator=(const StrangeServer&) = delete;
  ~StrangeServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }

  [[nodiscard]] std::string url() const { return "https://127.0.0.1:" + std::to_string(port_); }

 private:
  void Answer() {
    const int connection = accept(listener_, nullptr, nullptr);
    if (connection < 0) return;
    const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context_.get()), SSL_free);
    SSL_set_fd(tls.get(), connection);
    if (SSL_accept(tls.get()) == 1) {
      std::array<char, 4'096> request{};
      (void)SSL_read(tls.get(), request.data(), static_cast<int>(request.size()));
      const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
      (void)SSL_write(tls.get(), answer.data(), static_cast<int>(answer.size()));
      SSL_shutdown(tls.get());
    }
    close(connection);
  }

  FixtureTree folder_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::uint16_t port_ = 0;
  std::thread thread_;
};

std::string Ask(HttpsClient& client, const std::string& url) {
  const auto said = std::make_shared<std::promise<std::string>>();
  auto future = said->get_future();
  client.Ask({.url = url}, [said](const Result<HttpsAnswer, std::string>& answer) {
    said->set_value(answer ? std::to_string(answer->status) : answer.error());
  });
  return future.get();
}

TEST(HttpsClient, WhomNobodyVouchesForIsNotHeard) {
  const StrangeServer server;
  HttpsClient client({});
  EXPECT_NE(Ask(client, server.url()).find("certificate"), std::string::npos);
}

TEST(HttpsClient, PlainHttpIsNotAskedUnlessItMayBe) {
  HttpsClient client({});
  EXPECT_NE(Ask(client, "http://127.0.0.1:1/").find("protocol"), std::string::npos);
}

TEST(HttpsClient, WhatHasStoppedFailsAtOnce) {
  HttpsClient client({});
  client.Stop();
  EXPECT_EQ(Ask(client, "https://127.0.0.1:1/"), "too many requests are under way");
}

TEST(HttpsClient, OnlySoManyAreUnderWay) {
  HttpsClient client({.most_requests = 0});
  EXPECT_EQ(Ask(client, "https://127.0.0.1:1/"), "too many requests are under way");
}

}  // namespace
}  // namespace prichal::oidc
