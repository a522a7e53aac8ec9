// HTTP/2 over loopback sockets, with nghttp2 and OpenSSL as the client, and with attacks.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "http/tls/tests/fixture_certificate.h"
#include "tests/fixtures/http2_client.h"
#include "tests/fixtures/server_fixture.h"

namespace prichal::http {
namespace {

using prichal::testing::Http2Client;
using prichal::testing::TlsClient;

class Http2ServerTest : public ::testing::Test {
 protected:
  void Start(ServerOptions options = {}, bool http2 = true) {
    options.loops = 1;
    options.max_head = 32 * 1024;
    options.max_target = 16 * 1024;
    server_ = std::make_unique<Server>(options);
    const tls::FixturePair pair = tls::MakeCertificate();
    ASSERT_TRUE(
        server_
            ->SetTls({.certificate = tls::Certificate::FromPem(pair.certificate, pair.key).value(),
                      .http2 = http2})
            .has_value());
    const auto bound =
        server_->Listen({.listen = "127.0.0.1:0",
                         .handler = [](Loop&) { return std::make_unique<EchoHandler>(); },
                         .tls = true});
    ASSERT_TRUE(bound.has_value()) << bound.error();
    address_ = *bound;
    server_->Start();
  }
  [[nodiscard]] std::uint64_t Faults(h2::Fault fault) const {
    return server_->Stats().http2_faults.at(static_cast<std::size_t>(fault));
  }
  void ExpectServing() const {
    Http2Client other(address_);
    EXPECT_EQ(other.Read(other.frames().Post("/", "still here")).body, "still here");
  }
  /// A loop decrements the connection count before it has freed the connection's memory.
  void ExpectNothingLeft() const {
    Await("all connections end and hold nothing", [&] {
      const Stats stats = server_->Stats();
      return stats.connections == 0 && stats.http2_exchanges == 0 && stats.streams == 0 &&
             stats.request_bytes == 0;
    });
  }

  std::unique_ptr<Server> server_;
  std::string address_;
};

TEST_F(Http2ServerTest, NegotiatesHttp2ByAlpn) {
  Start();
  EXPECT_EQ(TlsClient(address_, {.protocols = {"http/1.1", "h2"}}).protocol(), "h2");
  EXPECT_EQ(TlsClient(address_, {.protocols = {"http/1.1"}}).protocol(), "http/1.1");
  EXPECT_EQ(TlsClient(address_).protocol(), "");
  Await("an HTTP/2 connection is counted", [&] { return server_->Stats().http2_connections == 1; });
}

TEST_F(Http2ServerTest, NegotiatesHttp11IfHttp2IsDisabled) {
  Start({}, false);
  EXPECT_EQ(TlsClient(address_, {.protocols = {"h2", "http/1.1"}}).protocol(), "http/1.1");
  EXPECT_FALSE(TlsClient(address_, {.protocols = {"h2"}}).connected());
}

TEST_F(Http2ServerTest, ServesOneHundredStreamsNextToRequests) {
  Start();
  Http2Client client(address_);
  std::vector<std::int32_t> streams;
  for (int i = 0; i < 100; ++i) streams.push_back(client.frames().Get("/stream"));
  EXPECT_TRUE(client.Until([&] {
    return std::all_of(streams.begin(), streams.end(), [&](std::int32_t stream) {
      return client.frames().answer(stream).body.find("beat") != std::string::npos;
    });
  }));
  EXPECT_EQ(client.Read(client.frames().Post("/later", "x")).body, "later x");
  EXPECT_EQ(server_->Stats().streams, 100U);
  EXPECT_EQ(server_->Stats().accepted, 1U);
}

TEST_F(Http2ServerTest, ClosesConnectionThatExceedsStreamLimit) {
  Start({.http2_streams = 3});
  Http2Client client(address_);
  ASSERT_EQ(client.Read(client.frames().Get("/")).status, 200);
  EXPECT_EQ(client.frames().setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS), 3U);
  // A client that acknowledged the limit and exceeds it violates the protocol (RFC 9113 section
  // 5.1.2).
  std::string all;
  for (std::uint32_t stream = 101; stream < 121; stream += 2) {
    all += h2::Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | NGHTTP2_FLAG_END_STREAM, stream,
                     h2::PlainFields(h2::GetFields("/stream")));
  }
  client.SendRaw(all);
  EXPECT_TRUE(client.AtEnd());
  EXPECT_EQ(client.frames().goaway(), NGHTTP2_PROTOCOL_ERROR);
  EXPECT_EQ(Faults(h2::Fault::kProtocol), 1U);
  ExpectServing();
}

TEST_F(Http2ServerTest, EndsOnlyFloodedStream) {
  Start();
  Http2Client client(address_, {.window = 1'000, .grants_window = false});
  const std::int32_t quiet = client.frames().Get("/stream");
  const std::int32_t flood = client.frames().Get("/flood");
  (void)flood;
  ASSERT_TRUE(client.Until([&] { return client.frames().answer(quiet).status == 200; }));
  Await("the slow stream is ended", [&] { return server_->Stats().streams_too_slow == 1; });
  EXPECT_EQ(server_->Stats().streams, 1U);
  EXPECT_EQ(client.Read(client.frames().Post("/", "x")).body, "x");
}

/// An attack that is repeated on new connections until the server closes them.
struct Attack {
  const char* name;
  std::string (*frames)(std::uint32_t stream);
};
class Http2AttackTest : public Http2ServerTest, public ::testing::WithParamInterface<Attack> {};

std::string Open(std::uint32_t stream, std::uint8_t flags, const std::string& path = "/stream") {
  return h2::Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | flags, stream,
                   h2::PlainFields(h2::GetFields(path)));
}

INSTANTIATE_TEST_SUITE_P(
    All, Http2AttackTest,
    ::testing::Values(
        Attack{"RapidReset",
               [](std::uint32_t stream) {
                 return Open(stream, NGHTTP2_FLAG_END_STREAM) +
                        h2::Frame(NGHTTP2_RST_STREAM, 0, stream, h2::Number32(8));
               }},
        Attack{"MadeYouReset",
               [](std::uint32_t stream) {
                 return Open(stream, 0, "/later") +
                        h2::Frame(NGHTTP2_WINDOW_UPDATE, 0, stream, h2::Number32(0x7fffffff));
               }},
        Attack{"Pings", [](std::uint32_t) { return h2::Frame(NGHTTP2_PING, 0, 0, "12345678"); }},
        Attack{"Settings",
               [](std::uint32_t) {
                 return h2::Frame(NGHTTP2_SETTINGS, 0, 0, std::string("\0\4\0\0\xff\xff", 6));
               }},
        Attack{"EmptyData",
               [](std::uint32_t stream) {
                 return (stream == 1 ? Open(1, 0) : std::string()) +
                        h2::Frame(NGHTTP2_DATA, 0, 1, {});
               }},
        Attack{"Unknown",
               [](std::uint32_t) { return h2::Frame(0x99, 0, 0, std::string(16'000, 'x')); }}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_P(Http2AttackTest, ClosesConnectionAndServesOthers) {
  Start();
  for (int round = 0; round < 3; ++round) {
    Http2Client client(address_);
    ASSERT_TRUE(client.connected());
    ASSERT_EQ(client.Read(client.frames().Get("/")).status, 200);
    std::string all;
    for (std::uint32_t stream = 101; stream < 5'000; stream += 2) {
      all += GetParam().frames(stream == 101 ? 101 : stream);
    }
    // A stream opened once needs an unused stream ID.
    if (std::string(GetParam().name) == "EmptyData") {
      all = Open(101, 0);
      for (int i = 0; i < 2'500; ++i) all += h2::Frame(NGHTTP2_DATA, 0, 101, {});
    }
    client.SendRaw(all);
    EXPECT_TRUE(client.AtEnd());
    ExpectServing();
  }
  EXPECT_GE(Faults(h2::Fault::kFlood), 3U);
  ExpectNothingLeft();
}

TEST_F(Http2ServerTest, LeavesNothingAfterDroppedConnection) {
  Start();
  for (int i = 0; i < 5; ++i) {
    Http2Client client(address_);
    std::vector<std::int32_t> streams;
    for (int j = 0; j < 20; ++j) streams.push_back(client.frames().Get("/stream"));
    (void)client.frames().SendRequest(
        {{":method", "POST"}, {":scheme", "https"}, {":authority", "a"}, {":path", "/"}}, true);
    ASSERT_TRUE(client.Until([&] { return client.frames().answer(streams.back()).status == 200; }));
  }
  ExpectNothingLeft();
}

}  // namespace
}  // namespace prichal::http
