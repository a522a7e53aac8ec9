// The binary on several addresses: IPv4 and IPv6, Unix sockets, sockets of the service manager, TLS
// and plain HTTP, and a PROXY protocol balancer.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "http/tls/tests/fixture_certificate.h"
#include "tests/fixtures/command_fixture.h"
#include "tests/fixtures/process_fixture.h"
#include "tests/fixtures/tls_client.h"

namespace prichal::testing {
namespace {

using Words = std::vector<std::string>;

/// A PROXY protocol version 2 header for 203.0.113.9, port 54321.
const std::string kForVisitor(
    "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xcb\0\x71\x09\x0a\0\0\x01\xd4\x31\x01\xbb", 28);

/// Addresses in the server's start-up message.
struct Greeting {
  Words sites;
  Words admins;
};

Words PlacesIn(std::string text) {
  Words places;
  for (std::size_t end = 0; end != std::string::npos; text.erase(0, end + 2)) {
    end = text.find(", ");
    std::string place = text.substr(0, end);
    if (const auto scheme = place.find("://"); scheme != std::string::npos) {
      place.erase(0, scheme + 3);
    }
    places.push_back(std::move(place));
    if (end == std::string::npos) break;
  }
  return places;
}

Greeting ReadGreeting(ServerProcess& server) {
  const std::string line = server.ReadLine();
  static const std::regex kLine("prichal: listening on (.*), admin on (.*)");
  std::smatch match;
  EXPECT_TRUE(std::regex_match(line, match, kLine)) << line << server.err();
  return match.empty() ? Greeting{} : Greeting{PlacesIn(match[1]), PlacesIn(match[2])};
}

/// A listening socket, as a service manager passes it.
Descriptor Listening(const std::string& path = {}) {
  Descriptor fd(socket(path.empty() ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_storage name{};
  socklen_t size = sizeof(sockaddr_in);
  if (path.empty()) {
    auto* ip = reinterpret_cast<sockaddr_in*>(&name);
    ip->sin_family = AF_INET;
    ip->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  } else {
    auto* local = reinterpret_cast<sockaddr_un*>(&name);
    local->sun_family = AF_UNIX;
    path.copy(local->sun_path, sizeof local->sun_path - 1);
    size = sizeof(sockaddr_un);
  }
  EXPECT_EQ(bind(fd.fd(), reinterpret_cast<sockaddr*>(&name), size), 0);
  EXPECT_EQ(listen(fd.fd(), 16), 0);
  return fd;
}

std::string PlaceOf(const Descriptor& listening) {
  sockaddr_in name{};
  socklen_t size = sizeof name;
  EXPECT_EQ(getsockname(listening.fd(), reinterpret_cast<sockaddr*>(&name), &size), 0);
  return "127.0.0.1:" + std::to_string(ntohs(name.sin_port));
}

class ListenProcessTest : public ProcessTest {
 protected:
  /// Arguments with these addresses instead of the default ones.
  [[nodiscard]] Words At(const Words& listen, const Words& admin = {"127.0.0.1:0"}) const {
    Words arguments{"serve", "--dev", "--web", tree_.path("web"), "--data", tree_.path("data")};
    for (const auto& address : listen) arguments.insert(arguments.end(), {"--listen", address});
    for (const auto& address : admin) arguments.insert(arguments.end(), {"--admin", address});
    return arguments;
  }
  [[nodiscard]] std::map<std::string, std::string> With(
      std::map<std::string, std::string> more) const {
    more.merge(Stand());
    return more;
  }
  void ExpectMistake(const Words& arguments, const std::map<std::string, std::string>& environment,
                     const std::string& problem) const {
    ServerProcess server(arguments, environment);
    EXPECT_EQ(server.Wait(), 2) << problem;
    EXPECT_NE(server.err().find(problem), std::string::npos) << server.err();
  }
  static int Ask(const std::string& address) {
    return StatusOf(RawClient(address).Ask("GET /bridge/nothing HTTP/1.1\r\nHost: x\r\n\r\n"));
  }
};

TEST_F(ListenProcessTest, AnswersOnEveryAddressAndRemovesSocketFiles) {
  const std::string site = tree_.path("http.sock");
  const std::string admin = tree_.path("admin.sock");
  ServerProcess server(At({"127.0.0.1:0", "[::1]:0", "unix:" + site + " mode=600"},
                          {"unix:" + admin, "127.0.0.1:0"}),
                       Stand());
  const auto greeting = ReadGreeting(server);
  ASSERT_EQ(greeting.sites.size(), 3U);
  EXPECT_EQ(greeting.sites[2], "unix:" + site);
  for (const auto& address : greeting.sites) EXPECT_EQ(Ask(address), 404) << address;
  for (const auto& address : greeting.admins) {
    EXPECT_EQ(StatusOf(RawClient(address).Ask("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")),
              200);
  }
  struct stat status {};
  ASSERT_EQ(stat(site.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  ServerProcess health({"health", "--admin", "unix:" + admin});
  EXPECT_EQ(health.Wait(), 0) << health.err();
  EXPECT_EQ(health.out(), "ready at unix:" + admin + " /readyz\n");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
  EXPECT_FALSE(std::filesystem::exists(site));
  EXPECT_FALSE(std::filesystem::exists(admin));
}

TEST_F(ListenProcessTest, BindsWildcardToBothFamilies) {
  ServerProcess server(At({"[::]:0"}), Stand());
  const std::string any = ReadGreeting(server).sites.at(0);
  const std::string port = any.substr(any.rfind(':'));
  EXPECT_EQ(Ask("127.0.0.1" + port), 404);
  EXPECT_EQ(Ask("[::1]" + port), 404);
}

TEST_F(ListenProcessTest, ServesTlsUnlessPlain) {
  http::tls::WritePair(tree_.path(), http::tls::MakeCertificate());
  ServerProcess server(
      At({"127.0.0.1:0 tls", "127.0.0.1:0 plain", "unix:" + tree_.path("a") + " plain"}),
      With({{"PRICHAL_SERVER_TLS_CERTIFICATE", tree_.path("cert.pem")},
            {"PRICHAL_SERVER_TLS_KEY", tree_.path("key.pem")}}));
  const auto sites = ReadGreeting(server).sites;
  ASSERT_EQ(sites.size(), 3U);
  EXPECT_EQ(StatusOf(TlsClient(sites[0]).Ask("GET /bridge/nothing HTTP/1.1\r\nHost: x\r\n\r\n")),
            404);
  EXPECT_EQ(StatusOf(RawClient(sites[0]).Ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")), 400);
  EXPECT_EQ(Ask(sites[1]), 404);
  EXPECT_EQ(Ask(sites[2]), 404);
}

TEST_F(ListenProcessTest, TrustsProxyHeaderOnlyFromBalancer) {
  const auto from = [](const std::string& ranges) {
    return std::map<std::string, std::string>{{"PRICHAL_PROXIES_BALANCERS", ranges},
                                              {"PRICHAL_BRIDGE_RATE_LIMIT", "1"},
                                              {"PRICHAL_BRIDGE_RATE_BURST", "1"}};
  };
  const std::string post = "POST /bridge/message?client_id=" + kClientId + "&to=" + kClientId +
                           "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx";
  {
    ServerProcess server(At({"127.0.0.1:0 proxy", "127.0.0.1:0"}), With(from("127.0.0.1")));
    const auto sites = ReadGreeting(server).sites;
    // The limit applies to the client's own address.
    EXPECT_EQ(StatusOf(RawClient(sites.at(0)).Ask(kForVisitor + post)), 200);
    EXPECT_EQ(StatusOf(RawClient(sites.at(0)).Ask(kForVisitor + post)), 429);
    // An unexpected header makes a bad request, which counts for the address of its sender.
    EXPECT_EQ(StatusOf(RawClient(sites.at(1)).Ask(kForVisitor + post)), 400);
    EXPECT_EQ(StatusOf(RawClient(sites.at(1)).Ask(post)), 200);
    // Without the header there is no response.
    EXPECT_EQ(RawClient(sites.at(0)).Ask(post), "");
  }
  ServerProcess server(At({"127.0.0.1:0 proxy"}), With(from("192.0.2.1")));
  const auto greeting = ReadGreeting(server);
  EXPECT_EQ(RawClient(greeting.sites.at(0)).Ask(kForVisitor + post), "");
  EXPECT_NE(Get(greeting.admins.at(0), "/metrics").find("reason=\"proxy_untrusted\"} 1"),
            std::string::npos);
  ExpectMistake(At({"127.0.0.1:0 proxy"}), Stand(), "proxies.balancers");
}

TEST_F(ListenProcessTest, UsesSocketsOfServiceManager) {
  const Descriptor web = Listening();
  const Descriptor more = Listening();
  const Descriptor admin = Listening();
  const Descriptor stray = Listening();
  ServerProcess server(
      At({"systemd:web", "127.0.0.1:0"}, {"systemd:admin"}), Stand(),
      ServerProcess::Sockets{
          {"web", web.fd()}, {"admin", admin.fd()}, {"web", more.fd()}, {"stray", stray.fd()}});
  const auto greeting = ReadGreeting(server);
  // All sockets with the same name.
  ASSERT_EQ(greeting.sites.size(), 3U) << server.err();
  EXPECT_EQ(greeting.sites[0], PlaceOf(web));
  EXPECT_EQ(greeting.sites[1], PlaceOf(more));
  EXPECT_EQ(greeting.admins[0], PlaceOf(admin));
  for (const auto& site : greeting.sites) EXPECT_EQ(Ask(site), 404) << site;
  EXPECT_EQ(StatusOf(Get(PlaceOf(admin), "/readyz")), 200);
  server.ReadError("no address of the configuration uses these systemd sockets");
  server.ReadError("stray");
  // The service manager keeps these sockets open, so new clients wait during a restart.
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
  EXPECT_TRUE(RawClient(PlaceOf(web)).connected());
}

TEST_F(ListenProcessTest, ReportsMissingSocketOfServiceManager) {
  ExpectMistake(At({"systemd:web"}), Stand(),
                "server.listen: \"systemd:web\": systemd has passed no socket.");
  const Descriptor other = Listening();
  {
    ServerProcess server(At({"systemd:web"}), Stand(),
                         ServerProcess::Sockets{{"prichal.socket", other.fd()}});
    EXPECT_EQ(server.Wait(), 2);
    EXPECT_NE(server.err().find("no socket of this name, but prichal.socket. Fix: use one of "
                                "these, or set FileDescriptorName=web"),
              std::string::npos)
        << server.err();
  }
  const Descriptor datagrams(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ServerProcess server(At({"systemd:web"}), Stand(),
                       ServerProcess::Sockets{{"web", datagrams.fd()}});
  EXPECT_EQ(server.Wait(), 2);
  EXPECT_NE(server.err().find("not a listening stream socket"), std::string::npos) << server.err();
}

TEST_F(ListenProcessTest, NamesAddressInUse) {
  const Descriptor other = Listening();
  ExpectMistake(At({"127.0.0.1:0", PlaceOf(other)}), Stand(),
                "server.listen: cannot listen on " + PlaceOf(other));
  ExpectMistake(At({"unix:/nowhere/http.sock"}), Stand(),
                "cannot listen on unix:/nowhere/http.sock");
}

}  // namespace
}  // namespace prichal::testing
