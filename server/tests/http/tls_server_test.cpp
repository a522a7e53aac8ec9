// TLS over loopback sockets, with OpenSSL's client.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "base/tests/fixture_tree.h"
#include "http/tls/tests/fixture_certificate.h"
#include "tests/fixtures/server_fixture.h"
#include "tests/fixtures/tls_client.h"

namespace prichal::http {
namespace {

using testing::TlsClient;

class TlsServerTest : public ::testing::Test {
 protected:
  void Start(ServerOptions options = {}) {
    if (options.loops == 0) options.loops = 2;
    options.max_head = 32 * 1024;
    options.max_target = 16 * 1024;
    server_ = std::make_unique<Server>(options);
    Use(pair_);
    const auto bound =
        server_->Listen({.listen = "127.0.0.1:0",
                         .handler = [](Loop&) { return std::make_unique<EchoHandler>(); },
                         .tls = true});
    ASSERT_TRUE(bound.has_value()) << bound.error();
    address_ = *bound;
    server_->Start();
  }

  void Use(const tls::FixturePair& pair) {
    const auto used = server_->SetTls(
        {.certificate = tls::Certificate::FromPem(pair.certificate, pair.key).value()});
    ASSERT_TRUE(used.has_value()) << used.error();
  }

  [[nodiscard]] std::uint64_t Failures(TlsFailure why) const {
    return server_->Stats().tls.tls_handshake_failures.at(static_cast<std::size_t>(why));
  }
  [[nodiscard]] std::uint64_t Done(TlsHandshake how) const {
    return server_->Stats().tls.tls_handshakes.at(static_cast<std::size_t>(how));
  }
  /// Makes a request and returns the session for resumption.
  [[nodiscard]] TlsClient::Session Visit(const TlsClient::Options& options, bool resumed) const {
    TlsClient client(address_, options);
    EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
    EXPECT_EQ(client.resumed(), resumed);
    return client.session();
  }

  const tls::FixturePair pair_ = tls::MakeCertificate();
  std::unique_ptr<Server> server_;
  std::string address_;
};

TEST_F(TlsServerTest, AcceptsOnlyTls12And13WithAeadCiphers) {
  Start();
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(address_, {.least = version, .most = version});
    EXPECT_EQ(StatusOf(client.Ask(Get("/"))), 200);
    EXPECT_EQ(client.version(), version);
    EXPECT_EQ(client.certificate(), pair_.certificate);
    // Authenticated encryption, and in TLS 1.2 forward secrecy; TLS 1.3 has nothing else.
    EXPECT_NE(client.cipher().find("GCM"), std::string::npos) << client.cipher();
  }
  EXPECT_EQ(Done(TlsHandshake::kTls12), 1U);
  EXPECT_EQ(Done(TlsHandshake::kTls13), 1U);
  for (const int version : {TLS1_VERSION, TLS1_1_VERSION}) {
    EXPECT_FALSE(TlsClient(address_, {.least = version, .most = version}).connected());
  }
  for (const char* cipher :
       {"ECDHE-ECDSA-AES128-SHA", "AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-SHA384"}) {
    EXPECT_FALSE(TlsClient(address_, {.most = TLS1_2_VERSION, .ciphers = cipher}).connected())
        << cipher;
  }
  Await("five failed handshakes are counted",
        [&] { return Failures(TlsFailure::kNothingInCommon) == 5; });
}

TEST_F(TlsServerTest, NegotiatesHttp11) {
  Start();
  EXPECT_EQ(TlsClient(address_, {.protocols = {"h2", "http/1.1"}}).protocol(), "http/1.1");
  EXPECT_EQ(TlsClient(address_).protocol(), "");
  EXPECT_FALSE(TlsClient(address_, {.protocols = {"h3"}}).connected());
  Await("the failed handshake is counted",
        [&] { return Failures(TlsFailure::kNothingInCommon) == 1; });
}

TEST_F(TlsServerTest, TransfersLargeBodies) {
  Start();
  TlsClient client(address_);
  const std::string body(90'000, 'b');
  EXPECT_EQ(
      BodyOf(client.Ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n" + body)),
      body);
  EXPECT_EQ(BodyOf(client.Ask(Get("/big"))).size(), 8'000'000U);
  // Pipelined, so that several requests are in one record.
  client.Send(Get("/seen") + Get("/later") + Get("/"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
}

TEST_F(TlsServerTest, SendsStreamsAndCloseNotify) {
  Start();
  TlsClient client(address_);
  client.Send(Get("/short"));
  EXPECT_NE(client.ReadUntil("beat").find("first"), std::string::npos);
  EXPECT_TRUE(client.ReadUntil("\r\n0\r\n\r\n").ends_with("\r\n0\r\n\r\n"));
  client.Send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
  EXPECT_TRUE(client.AtCleanEnd());
}

TEST_F(TlsServerTest, EndsStreamsAndPendingHandshakesOnDrain) {
  Start();
  TlsClient stream(address_);
  stream.Send(Get("/stream"));
  EXPECT_NE(stream.ReadUntil("first").find("200"), std::string::npos);
  RawClient silent(address_);
  Await("two connections are open", [&] { return server_->Stats().connections == 2; });
  EXPECT_TRUE(server_->Drain(Millis(5'000)));
  EXPECT_TRUE(stream.ReadUntil("0\r\n\r\n").ends_with("0\r\n\r\n"));
  EXPECT_TRUE(stream.AtCleanEnd());
  EXPECT_TRUE(silent.AtEnd());
}

TEST_F(TlsServerTest, SlowReaderBlocksNoOtherClient) {
  Start({.loops = 1, .progress_deadline = Millis(60'000)});
  TlsClient slow(address_);
  slow.Send(Get("/big"));
  EXPECT_EQ(StatusOf(TlsClient(address_).Ask(Get("/"))), 200);
  EXPECT_EQ(BodyOf(slow.ReadResponse()).size(), 8'000'000U);
}

TEST_F(TlsServerTest, ResumesByTicketOnAnyLoop) {
  Start({.loops = 4});
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient::Options options{.least = version, .most = version};
    options.session = Visit(options, false);
    // The kernel distributes connections over the loops.
    for (int i = 0; i < 16; ++i) options.session = Visit(options, true);
  }
  EXPECT_EQ(Done(TlsHandshake::kTls12Resumed), 16U);
  EXPECT_EQ(Done(TlsHandshake::kTls13Resumed), 16U);
}

/// Returns the ticket of a session as sent by the server.
std::string TicketOf(const TlsClient::Session& session) {
  const unsigned char* ticket = nullptr;
  std::size_t size = 0;
  SSL_SESSION_get0_ticket(session.get(), &ticket, &size);
  return {reinterpret_cast<const char*>(ticket), size};
}

// Browsers use each TLS 1.3 ticket once. Without a new one, every second connection would need a
// full handshake.
TEST_F(TlsServerTest, IssuesNewTicketOnResumption) {
  Start();
  TlsClient::Options options{.least = TLS1_3_VERSION, .most = TLS1_3_VERSION};
  options.session = Visit(options, false);
  const std::string first = TicketOf(options.session);
  const std::string next = TicketOf(Visit(options, true));
  EXPECT_FALSE(next.empty());
  EXPECT_NE(next, first);
}

TEST_F(TlsServerTest, AcceptsTicketForOneKeyRotation) {
  Start();
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient::Options options{.least = version, .most = version};
    options.session = Visit(options, false);
    server_->RotateTicketKeys();
    const auto renewed = Visit(options, true);
    server_->RotateTicketKeys();
    (void)Visit(options, false);
    options.session = renewed;
    (void)Visit(options, true);
  }
}

TEST_F(TlsServerTest, UsesNewCertificateAndKeepsTicketsValid) {
  Start();
  TlsClient stream(address_);
  stream.Send(Get("/stream"));
  EXPECT_NE(stream.ReadUntil("beat").find("first"), std::string::npos);
  TlsClient::Options options;
  options.session = Visit(options, false);
  const tls::FixturePair next = tls::MakeCertificate();
  Use(next);
  Await("the next certificate is served",
        [&] { return TlsClient(address_).certificate() == next.certificate; });
  (void)Visit(options, true);
  server_->RotateTicketKeys();
  (void)Visit(options, true);
  EXPECT_TRUE(stream.ReadUntil("beat").ends_with("beat")) << "the stream goes on";
}

TEST_F(TlsServerTest, AnswersPlainHttpWithHint) {
  Start();
  RawClient plain(address_);
  plain.Send(Get("/") + std::string(20'000, 'x'));
  const std::string answer = plain.ReadAll();
  EXPECT_EQ(StatusOf(answer), 400) << answer;
  EXPECT_EQ(BodyOf(answer), "this address requires TLS: use https:// instead of http://");
  EXPECT_EQ(Failures(TlsFailure::kPlainHttp), 1U);
}

TEST_F(TlsServerTest, ClosesMalformedAndSilentClients) {
  Start({.loops = 1, .header_deadline = Millis(300)});
  for (const std::string& garbage :
       {std::string(1'000, '\0'), std::string("\x16\x03\x01\xff\xff", 5) + std::string(70'000, 'z'),
        std::string("SSH-2.0-OpenSSH_9.2\r\n"), std::string("\x16\x03\x01\x00\x01\x01", 6)}) {
    RawClient client(address_);
    client.Send(garbage);
    EXPECT_TRUE((void(client.ReadAll()), client.AtEnd()));
  }
  // A client that sends a byte occasionally gets no more time than a silent one.
  std::vector<RawClient> slow;
  slow.reserve(50);
  for (int i = 0; i < 50; ++i) slow.emplace_back(address_);
  const auto begun = std::chrono::steady_clock::now();
  const std::string beginning("\x16\x03\x01\x01\x00\x01\x00\x00\xfc\x03\x03", 11);
  for (const char byte : beginning) {
    for (const RawClient& one : slow) one.Send({&byte, 1});
    EXPECT_EQ(StatusOf(TlsClient(address_).Ask(Get("/"))), 200);
  }
  Await("the handshakes time out", [&] { return Failures(TlsFailure::kDeadline) >= 50; });
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
  EXPECT_GE(Failures(TlsFailure::kMalformed), 3U);
}

TEST_F(TlsServerTest, FailsHandshakeIfClientDistrustsCertificate) {
  Start();
  FixtureTree folder;
  folder.Write("authority.pem", tls::MakeCertificate({.names = "DNS:somebody.else"}).certificate);
  EXPECT_FALSE(TlsClient(address_, {.authorities = folder.path("authority.pem")}).connected());
  folder.Write("authority.pem", pair_.certificate);
  EXPECT_TRUE(TlsClient(address_, {.authorities = folder.path("authority.pem")}).connected());
}

}  // namespace
}  // namespace prichal::http
