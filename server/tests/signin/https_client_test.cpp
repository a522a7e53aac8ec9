// The HTTPS client: certificates, addresses, limits, cancellation, and that users who share it do
// not delay each other. Sign-in, webhooks and the wallets list test the rest of it.

#include "outbound/https_client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "base/tests/fixture_tree.h"
#include "http/tls/tests/fixture_certificate.h"
#include "outbound/webhook_sender.h"
#include "site/wallets/pull.h"
#include "tests/fixtures/hook_listener.h"
#include "tests/fixtures/wallets_upstream.h"

namespace prichal::outbound {
namespace {

using testing::HookListener;

/// Answers one TLS connection with a self-signed certificate.
class StrangeServer {
 public:
  StrangeServer() : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
    http::tls::WriteCertificate(folder_.path(), "IP:127.0.0.1");
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

class HttpsClientTest : public ::testing::Test {
 protected:
  /// Sends a request and waits for its response.
  Response Get(Request request) {
    const auto received = std::make_shared<std::promise<Response>>();
    auto future = received->get_future();
    group_.Send(std::move(request),
                [received](Response response) { received->set_value(std::move(response)); });
    return future.get();
  }

  HttpsClient client_;
  RequestGroup group_{client_};
};

TEST_F(HttpsClientTest, RejectsUntrustedCertificates) {
  const StrangeServer server;
  const auto response = Get({.url = server.url()});
  EXPECT_EQ(response.trouble, Trouble::kTls);
  EXPECT_NE(response.words.find("certificate"), std::string::npos);
}

TEST_F(HttpsClientTest, RejectsPlainHttpUnlessAllowed) {
  HookListener server;
  const auto response = Get({.url = server.url("/")});
  EXPECT_EQ(response.trouble, Trouble::kAddress);
  EXPECT_NE(response.words.find("protocol"), std::string::npos);
  EXPECT_EQ(Get({.url = server.url("/"), .allows_http = true}).status, 200);
}

TEST_F(HttpsClientTest, ChecksAddressesBeforeConnectingAndOnKeptConnections) {
  HookListener server;
  const Request to_public{
      .url = server.url("/secret"), .allows_http = true, .reach = Reach::kPublic};
  EXPECT_EQ(Get(to_public).trouble, Trouble::kAddress);
  EXPECT_EQ(Get({.url = server.url("/"), .allows_http = true}).status, 200);
  // The connection of the first request is still open.
  EXPECT_EQ(Get(to_public).trouble, Trouble::kAddress);
  EXPECT_EQ(
      Get({.url = server.url("/"), .allows_http = true, .reach = Reach::kHttpIfInternal}).status,
      200);
  for (const auto& got : server.Wait(2)) EXPECT_EQ(got.target, "/");
}

TEST_F(HttpsClientTest, FailsAtOnceWhenStopped) {
  group_.Stop();
  EXPECT_EQ(Get({.url = "https://127.0.0.1:1/"}).words, "too many requests are under way");
}

TEST_F(HttpsClientTest, FailsRequestsOverTheLimitOfTheirGroup) {
  RequestGroup full(client_, 0);
  std::string words;
  full.Send({.url = "https://127.0.0.1:1/"},
            [&](const Response& response) { words = response.words; });
  EXPECT_EQ(words, "too many requests are under way");
}

TEST_F(HttpsClientTest, StopCancelsTheRequestsOfItsGroupOnly) {
  HookListener silent;
  silent.Say({}, HookListener::kSilence);
  std::string words;
  std::atomic<bool> other_has_ended = false;
  const Request request{.url = silent.url("/"), .allows_http = true};
  RequestGroup other(client_);
  other.Send(request, [&](const Response& /*unused*/) { other_has_ended = true; });
  group_.Send(request, [&](const Response& response) { words = response.words; });
  (void)silent.Wait(2);
  group_.Stop();
  EXPECT_EQ(words, "the server is shutting down");
  EXPECT_FALSE(other_has_ended);
  other.Stop();
  EXPECT_TRUE(other_has_ended);
}

TEST_F(HttpsClientTest, RunsTimersUntilTheirGroupStops) {
  std::promise<void> ran;
  auto kept = std::make_shared<int>(0);
  const std::weak_ptr<int> watched = kept;
  group_.Post([&, kept = std::move(kept)]() mutable {
    group_.RunAfter(Millis(3'600'000), [kept = std::move(kept)] {});
    group_.RunAfter(Millis(1), [&] { ran.set_value(); });
  });
  ran.get_future().wait();
  EXPECT_FALSE(watched.expired());
  group_.Stop();
  EXPECT_TRUE(watched.expired());
}

TEST_F(HttpsClientTest, SlowServersDoNotDelayOtherRequests) {
  HookListener silent;
  silent.Say({}, HookListener::kSilence);
  std::atomic<int> ended = 0;
  for (int i = 0; i < 20; ++i) {
    group_.Send({.url = silent.url("/"), .allows_http = true},
                [&](const Response& /*unused*/) { ++ended; });
  }
  (void)silent.Wait(20);
  HookListener quick;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Get({.url = quick.url("/"), .allows_http = true}).status, 200);
  }
  EXPECT_EQ(ended, 0);
  group_.Stop();
  EXPECT_EQ(ended, 20);
}

TEST_F(HttpsClientTest, AStalledWalletsListDoesNotDelayWebhooks) {
  testing::WalletsUpstream upstream;
  upstream.Say("/wallets-v2.json", {.body = "[]", .end = testing::WalletsUpstream::End::kStall});
  site::wallets::Puller puller(client_,
                               {.source = upstream.source(), .list_timeout = Millis(600'000)});
  std::atomic<bool> has_pulled = false;
  std::thread pulling([&] {
    (void)puller.Pull(nullptr, Millis(0));
    has_pulled = true;
  });
  Await("the list is requested", [&] { return !upstream.Asked("/wallets-v2.json").empty(); });
  HookListener hooks;
  WebhookSender sender(client_, {.targets = {"one"}});
  for (int i = 0; i < 20; ++i) sender.Enqueue({.url = hooks.url("/"), .body = {}, .headers = {}});
  Await("the webhooks are delivered", [&] { return sender.Snapshot().delivered == 20; });
  EXPECT_FALSE(has_pulled);
  puller.Stop();
  pulling.join();
}

}  // namespace
}  // namespace prichal::outbound
