// PROXY protocol over real sockets: the client's address, and rejected connections.

#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "site/tests/fixture_tree.h"
#include "tests/fixtures/server_fixture.h"

namespace prichal::http {
namespace {

std::string Header(unsigned command, unsigned family, const std::string& rest) {
  return std::string("\r\n\r\n\0\r\nQUIT\n", 12) + static_cast<char>(command) +
         static_cast<char>(family) + static_cast<char>(rest.size() >> 8U) +
         static_cast<char>(rest.size() & 0xffU) + rest;
}

/// Returns a header for 203.0.113.`last`, port 54321.
std::string For(unsigned char last) {
  return Header(0x21, 0x11,
                std::string("\xcb\x00\x71", 3) + static_cast<char>(last) +
                    std::string("\x0a\x00\x00\x01\xd4\x31\x01\xbb", 8));
}

/// Responds with the peer's address.
class PeerHandler final : public Handler {
 public:
  void Handle(const Request& /*request*/, ResponseWriter& writer) override {
    const Peer& peer = writer.peer();
    writer.Respond(ResponseBuilder(200).Body(
        "text/plain", peer.address.ToText() + " " + std::to_string(peer.port)));
  }
};

class ProxyProtocol : public ::testing::Test {
 protected:
  /// `balancer`: address range that can send PROXY headers.
  void Start(ServerOptions options = {}, const std::string& listen = "127.0.0.1:0 proxy",
             const std::string& balancer = "127.0.0.1") {
    if (options.loops == 0) options.loops = 2;
    options.trusts_balancer = [trusted = IpAddress::Parse(balancer).value()](
                                  const IpAddress& address) { return address == trusted; };
    options.counts_address = [](const IpAddress&) { return true; };
    server_ = std::make_unique<Server>(options);
    const auto bound = server_->Listen(
        {.listen = listen, .handler = [](Loop&) { return std::make_unique<PeerHandler>(); }});
    ASSERT_TRUE(bound) << bound.error();
    address_ = *bound;
    server_->Start();
  }

  /// Returns the response body on a connection that begins with `header`.
  [[nodiscard]] std::string Ask(const std::string& header) const {
    return BodyOf(RawClient(address_).Ask(header + Get("/")));
  }
  [[nodiscard]] std::uint64_t Refused(Proxied why) const {
    return server_->Stats().refused_proxied.at(PlaceOf(why));
  }
  /// Expects that the connection is closed without a response, and counted under this reason.
  void ExpectClosed(const std::string& bytes, Proxied why) const {
    const std::uint64_t before = Refused(why);
    RawClient client(address_);
    client.Send(bytes);
    EXPECT_EQ(client.ReadAll(), "");
    EXPECT_TRUE(client.AtEnd());
    EXPECT_EQ(Refused(why), before + 1);
  }

  std::unique_ptr<Server> server_;
  std::string address_;
};

TEST_F(ProxyProtocol, UsesClientNamedByBalancer) {
  Start();
  EXPECT_EQ(Ask(For(9)), "203.0.113.9 54321");
  const std::string v6 = std::string("\x20\x01\x0d\xb8", 4) + std::string(11, '\0') + "\x07";
  EXPECT_EQ(Ask(Header(0x21, 0x21, v6 + v6 + std::string("\xd4\x31\x01\xbb", 4))),
            "2001:db8::7 54321");
  // Health checks and clients without an IP address count as the balancer itself.
  EXPECT_TRUE(Ask(Header(0x20, 0x00, "")).starts_with("127.0.0.1 "));
  EXPECT_TRUE(Ask(Header(0x21, 0x31, std::string(216, 'u'))).starts_with("127.0.0.1 "));
  // Later requests on the connection belong to the same client.
  RawClient client(address_);
  EXPECT_EQ(BodyOf(client.Ask(For(5) + Get("/"))), "203.0.113.5 54321");
  EXPECT_EQ(BodyOf(client.Ask(Get("/"))), "203.0.113.5 54321");
}

TEST_F(ProxyProtocol, ReadsHeaderInPieces) {
  Start();
  const std::string header = For(9);
  RawClient client(address_);
  for (const char byte : header) {
    client.Send(std::string(1, byte));
    // No event tells a client that the server has read its byte. The pause makes it likely that the
    // kernel does not join this byte and the next; the test passes in either case.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(BodyOf(client.Ask(Get("/"))), "203.0.113.9 54321");
  EXPECT_EQ(server_->Stats().connections, 1U);
}

TEST_F(ProxyProtocol, LimitsPerClientAddress) {
  Start({.connections_per_address = 2});
  std::vector<RawClient> open;
  for (int i = 0; i < 2; ++i) {
    open.emplace_back(address_);
    EXPECT_EQ(StatusOf(open.back().Ask(For(1) + Get("/"))), 200);
  }
  EXPECT_EQ(StatusOf(RawClient(address_).Ask(For(1) + Get("/"))), 503);
  EXPECT_EQ(StatusOf(RawClient(address_).Ask(For(2) + Get("/"))), 200);
  EXPECT_EQ(server_->Stats().refused_address, 1U);
}

TEST_F(ProxyProtocol, ClosesAndCountsConnectionWithoutHeader) {
  Start();
  ExpectClosed(Get("/"), Proxied::kMissing);
  ExpectClosed("PROXY TCP4 203.0.113.9 10.0.0.1 54321 443\r\n", Proxied::kVersion1);
  ExpectClosed(Header(0x22, 0x11, std::string(12, 'x')), Proxied::kMalformed);
  ExpectClosed(Header(0x21, 0x11, std::string(5000, 'x')).substr(0, 16), Proxied::kMalformed);
  EXPECT_EQ(Ask(For(9)), "203.0.113.9 54321");
}

TEST_F(ProxyProtocol, ClosesUntrustedPeer) {
  Start({}, "127.0.0.1:0 proxy", "127.0.0.2");
  RawClient client(address_);
  client.Send(For(9) + Get("/"));
  EXPECT_EQ(client.ReadAll(), "");
  Await("the refusal is counted", [&] { return Refused(Proxied::kUntrusted) > 0; });
}

TEST_F(ProxyProtocol, TimesOutMissingHeader) {
  Start({.header_deadline = Millis(100)});
  const std::string half = For(9).substr(0, 20);
  ExpectClosed("", Proxied::kLate);
  ExpectClosed(half, Proxied::kLate);
  EXPECT_EQ(server_->Stats().connections, 0U);
}

TEST_F(ProxyProtocol, CountsAndDrainsPendingHeaders) {
  // One loop, so that both connections count against the same limit.
  Start({.loops = 1, .max_connections = 1, .header_deadline = Millis(600'000)});
  RawClient waits(address_);
  waits.Send(For(9).substr(0, 20));
  // The connection that is accepted second exceeds the limit.
  RawClient other(address_);
  other.Send(For(9).substr(0, 20));
  Await("a connection is refused", [&] { return server_->Stats().refused_full > 0; });
  EXPECT_TRUE(server_->Drain(Millis(10'000)));
  EXPECT_TRUE(waits.AtEnd() || StatusOf(waits.ReadAll()) == 503);
}

TEST_F(ProxyProtocol, TrustsUnixSocketPeers) {
  const FixtureTree tree;
  Start({}, "unix:" + tree.path("http.sock") + " proxy");
  EXPECT_EQ(Ask(For(9)), "203.0.113.9 54321");
  EXPECT_EQ(Ask(Header(0x20, 0x00, "")), ":: 0");
  ExpectClosed(Get("/"), Proxied::kMissing);
}

}  // namespace
}  // namespace prichal::http
