// The binary with a certificate: start-up and reload.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "http/tls/tests/fixture_certificate.h"
#include "tests/fixtures/http2_client.h"
#include "tests/fixtures/process_fixture.h"
#include "tests/fixtures/tls_client.h"

namespace prichal::testing {
namespace {

class TlsProcessTest : public ProcessTest {
 protected:
  [[nodiscard]] std::map<std::string, std::string> WithTls() const {
    auto environment = Stand();
    environment["PRICHAL_SERVER_TLS_CERTIFICATE"] = tree_.path("cert.pem");
    environment["PRICHAL_SERVER_TLS_KEY"] = tree_.path("key.pem");
    return environment;
  }
  http::tls::FixturePair Renew(std::chrono::seconds lifetime = std::chrono::hours(1)) {
    http::tls::FixturePair pair = http::tls::MakeCertificate({.lifetime = lifetime});
    http::tls::WritePair(tree_.path(), pair);
    return pair;
  }
  static Addresses ReadTlsAddresses(ServerProcess& server) {
    const auto line = server.ReadLine();
    static const std::regex kGreeting(
        R"(prichal: listening on https://(127\.0\.0\.1:\d+), admin on http://(127\.0\.0\.1:\d+))");
    std::smatch match;
    EXPECT_TRUE(std::regex_match(line, match, kGreeting)) << line << server.err();
    return match.empty() ? Addresses{} : Addresses{match[1], match[2]};
  }
  static std::string Shown(const std::string& site) { return TlsClient(site).certificate(); }
  static std::string Metric(const std::string& admin, const std::string& name) {
    const std::string text = BodyOf(Get(admin, "/metrics"));
    const std::size_t at = text.find("\n" + name + " ");
    if (at == std::string::npos) return "none";
    const std::size_t from = at + name.size() + 2;
    return text.substr(from, text.find('\n', from) - from);
  }
  /// Expects that the server exits before it listens, with this message.
  void ExpectMistake(const std::map<std::string, std::string>& environment,
                     const std::string& problem) const {
    ServerProcess server(Serve({"--dev"}), environment);
    EXPECT_EQ(server.Wait(), 2) << problem;
    EXPECT_NE(server.err().find(problem), std::string::npos) << server.err();
  }
};

TEST_F(TlsProcessTest, AnswersHttp2PostWithBodyWith405) {
  Renew();
  ServerProcess server(Serve({"--dev"}), WithTls());
  Http2Client client(ReadTlsAddresses(server).site);
  for (const auto* path : {"/", "/wallets-v2.json", "/bridge/events", "/bridge/limits"}) {
    for (const std::size_t size : {1UL, 40'000UL}) {
      const std::int32_t stream = client.frames().Post(path, std::string(size, 'x'));
      EXPECT_EQ(client.Read(stream).status, 405) << path << ", " << size << " bytes";
    }
  }
}

TEST_F(TlsProcessTest, ReloadsCertificateAutomaticallyAndKeepsStreams) {
  const auto first = Renew();
  ServerProcess server(Serve({"--dev"}), WithTls());
  const auto [site, admin] = ReadTlsAddresses(server);
  EXPECT_EQ(Shown(site), first.certificate);
  TlsClient stream(site);
  stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(stream.ReadUntil("retry: 100\n\n").find("200"), std::string::npos);

  const auto second = Renew();
  Await("the second certificate is served",
        [&, at = site] { return Shown(at) == second.certificate; });
  // A key that does not match: logged and counted; the previous certificate stays in use.
  const auto stray = http::tls::MakeCertificate();
  http::tls::WritePair(tree_.path(), {.certificate = second.certificate, .key = stray.key});
  server.ReadError("the new TLS certificate is invalid; the old one stays in use");
  server.ReadError("does not match the certificate (EC key)");
  EXPECT_EQ(Shown(site), second.certificate);
  EXPECT_EQ(Metric(admin, "prichal_tls_certificate_reload_failures_total"), "1");
  EXPECT_EQ(Metric(admin, "prichal_tls_certificate_reloads_total"), "1");

  TlsClient sender(site);
  EXPECT_EQ(StatusOf(sender.Ask("POST /bridge/message?client_id=" + kClientId + "&to=" + kClientId +
                                "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")),
            200);
  EXPECT_NE(stream.ReadUntil("hello").find("hello"), std::string::npos);
  server.Signal(SIGTERM);
  EXPECT_TRUE(stream.ReadUntil("\r\n0\r\n\r\n").ends_with("\r\n0\r\n\r\n"));
  EXPECT_TRUE(stream.AtCleanEnd());
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(TlsProcessTest, ReloadsCertificateOnSighupOrRejectsConfiguration) {
  Renew();
  ServerProcess server(Serve({"--dev"}), WithTls());
  const auto site = ReadTlsAddresses(server).site;
  const auto second = Renew();
  server.Signal(SIGHUP);
  server.ReadError("the configuration is reloaded");
  Await("the second certificate is served", [&] { return Shown(site) == second.certificate; });
  tree_.Write("cert.pem", "nothing");
  server.Signal(SIGHUP);
  server.ReadError("the new configuration is invalid; the old one stays in use");
  server.ReadError("is not a readable PEM certificate");
  EXPECT_EQ(Shown(site), second.certificate);
}

TEST_F(TlsProcessTest, ReportsExpiryAndServesExpiredCertificate) {
  Renew(std::chrono::seconds(-60));
  ServerProcess server(Serve({"--dev"}), WithTls());
  const auto [site, admin] = ReadTlsAddresses(server);
  server.ReadError("the TLS certificate has expired");
  EXPECT_NEAR(std::stod(Metric(admin, "prichal_tls_certificate_not_after_seconds")),
              static_cast<double>(time(nullptr) - 60), 60);
  EXPECT_TRUE(TlsClient(site).connected());
}

TEST_F(TlsProcessTest, RedirectsPlainHttp) {
  Renew();
  auto environment = WithTls();
  environment["PRICHAL_SERVER_TLS_REDIRECT"] = "127.0.0.1:0";
  environment["PRICHAL_SITE_ORIGIN"] = "https://app.example.org";
  ServerProcess server(Serve({}), environment);
  const auto site = ReadTlsAddresses(server).site;
  server.ReadError("plain HTTP is redirected to HTTPS address=");
  const std::string address = server.err().substr(server.err().find("address=") + 8);
  const std::string plain = address.substr(0, address.find_first_of(" \n"));
  RawClient client(plain);
  const auto location = [&](const std::string& request) {
    const std::string response = client.Ask(request + "\r\nHost: evil.example\r\n\r\n");
    EXPECT_EQ(StatusOf(response), 308) << response;
    return HeaderOf(response, "Location").value_or("");
  };
  EXPECT_EQ(location("GET /buy?a=b&c=%20d HTTP/1.1"), "https://app.example.org/buy?a=b&c=%20d");
  EXPECT_EQ(location("GET http://evil.example/x HTTP/1.1"), "https://app.example.org/x");
  EXPECT_EQ(location("OPTIONS * HTTP/1.1"), "https://app.example.org/");
  RawClient sender(plain);
  EXPECT_EQ(StatusOf(sender.Ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")),
            308);
  EXPECT_EQ(location("POST /bridge/message?to=a HTTP/1.1\r\nContent-Length: 0"),
            "https://app.example.org/bridge/message?to=a");
  TlsClient visitor(site);
  const std::string page = visitor.Ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(StatusOf(page), 200);
  EXPECT_TRUE(HeaderOf(page, "Strict-Transport-Security").has_value());
}

TEST_F(TlsProcessTest, UsesHttpsOriginInDevelopment) {
  Renew();
  ServerProcess server(Serve({"--dev"}), WithTls());
  const auto site = ReadTlsAddresses(server).site;
  TlsClient visitor(site);
  const std::string manifest =
      visitor.Ask("GET /tonconnect-manifest.json HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(BodyOf(manifest).find("https://" + site), std::string::npos) << manifest;
}

TEST_F(TlsProcessTest, ReportsStartFailureWithValueReasonAndFix) {
  auto environment = WithTls();
  ExpectMistake(environment, "server.tls_certificate: cannot read \"" + tree_.path("cert.pem") +
                                 "\": No such file or directory. Fix: name a PEM file");
  ExpectMistake(environment, "server.tls_key: cannot read \"" + tree_.path("key.pem") +
                                 "\": No such file or directory. Fix: name a file");
  Renew();
  std::filesystem::remove(tree_.path("key.pem"));
  ExpectMistake(environment, "server.tls_key: cannot read \"" + tree_.path("key.pem"));
  Renew();
  std::filesystem::permissions(tree_.path("key.pem"), std::filesystem::perms(0644));
  ExpectMistake(environment, "server.tls_key: \"" + tree_.path("key.pem") +
                                 "\" is a secret, but other users can access it (mode 0644). Fix: "
                                 "chmod 600");
  Renew();
  http::tls::WritePair(tree_.path(), {.certificate = http::tls::MakeCertificate().certificate,
                                      .key = http::tls::MakeCertificate().key});
  ExpectMistake(environment, "does not match the certificate");
  environment.erase("PRICHAL_SERVER_TLS_KEY");
  ExpectMistake(environment, "server.tls_key: not set, but server.tls_certificate is");
  environment = Stand();
  environment["PRICHAL_SERVER_TLS_REDIRECT"] = "127.0.0.1:0";
  ExpectMistake(environment,
                "server.tls_redirect: \"127.0.0.1:0\" (environment PRICHAL_SERVER_TLS_REDIRECT): "
                "redirects to");
  environment = WithTls();
  environment["PRICHAL_SITE_ORIGIN"] = "http://app.example.org";
  ExpectMistake(
      environment,
      "site.origin: \"http://app.example.org\" (environment PRICHAL_SITE_ORIGIN): begins with");
}

}  // namespace
}  // namespace prichal::testing
