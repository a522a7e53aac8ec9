// Behaviour of the client during faults of a single server.

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "http/tls/tests/fixture_certificate.h"
#include "valkey/tests/fixture_client.h"
#include "valkey/tests/fixture_servers.h"
#include "valkey/tls.h"

namespace prichal::valkey {
namespace {

ClientOptions Quick() {
  ClientOptions options;
  options.deadline = Millis(400);
  return options;
}

bool Says(const FixtureClient& client, const std::string& text) {
  return std::any_of(client.log.begin(), client.log.end(),
                     [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

std::optional<Error> Ask(FixtureClient& client) {
  std::optional<Client::Answer> got;
  client->Run("k", {"SET", "k", "v"},
              [&](Client::Answer answer) { got.emplace(std::move(answer)); });
  client.Await("an answer", [&] { return got.has_value(); });
  if (*got) return std::nullopt;
  return got->error();
}

TEST(PlainFaults, ConnectsOnceServerStarts) {
  FixtureServer server;
  server.Kill();
  FixtureServer other;
  other.Kill();
  FixtureClient client({server.endpoint(), other.endpoint()}, Quick());
  client->Subscribe("channel");
  const auto error = Ask(client);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, Error::Kind::kNotSent);
  // Repeated refused connections.
  client.loop().RunFor(Millis(1'500));
  EXPECT_FALSE(client->ready());
  EXPECT_LE(client.log.size(), 2U) << client.log.back();
  server.Start();
  client.Await("it is ready", [&] { return client->ready(); });
  EXPECT_FALSE(Ask(client));
  EXPECT_EQ(client.subscribed, std::vector<std::string>{"channel"});
}

TEST(PlainFaults, ReportsUnknownOutcomeIfServerHangs) {
  FixtureServer server;
  FixtureClient client({server.endpoint()}, Quick());
  client->Subscribe("channel");
  client.Await("it is ready", [&] { return client->ready() && client.subscribed.size() == 1; });
  server.Stop();
  const auto error = Ask(client);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, Error::Kind::kUnknown);
  client.Await("it is not ready", [&] { return !client->ready(); });
  server.Continue();
  client.Await("it is ready again", [&] { return client->ready(); });
  EXPECT_FALSE(Ask(client));
}

TEST(PlainFaults, ReconnectsIfSubscriptionIsNotConfirmed) {
  FixtureServer server;
  ClientOptions options = Quick();
  options.probe_every = Millis(3'600'000);  // the probe would detect it as well, but later
  FixtureClient client({server.endpoint()}, options);
  client->Subscribe("one");
  client.Await("it is ready", [&] { return client->ready() && client.subscribed.size() == 1; });
  server.Stop();
  client->Subscribe("two");
  client.Await("a new link",
               [&] { return Says(client, "the server does not confirm subscriptions"); });
  client.Await("the interruption", [&] { return client.interrupted.size() == 1; });
  server.Continue();
  client.Await("both", [&] { return client.subscribed.size() == 3; });
}

TEST(PlainFaults, NeverResendsCommandThatMayHaveRun) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  client.Await("it is ready", [&] { return client->ready(); });
  server.Stop();
  std::optional<Client::Answer> got;
  client->Run("n", {"INCR", "n"}, [&](Client::Answer answer) { got.emplace(std::move(answer)); });
  client.loop().RunFor(Millis(50));
  server.Kill();
  client.Await("an answer", [&] { return got.has_value(); });
  ASSERT_FALSE(*got);
  EXPECT_EQ(got->error().kind, Error::Kind::kUnknown);
  EXPECT_NE(got->error().message.find("connection was lost"), std::string::npos);
  // A command issued now has not been sent and waits for the server.
  std::optional<Client::Answer> later;
  client->Run("n", {"GET", "n"}, [&](Client::Answer answer) { later.emplace(std::move(answer)); });
  server.Start();
  client.Await("an answer", [&] { return later.has_value(); });
  ASSERT_TRUE(*later) << later->error().message;
  EXPECT_EQ((*later)->kind, Reply::Kind::kNil);
}

TEST(PlainFaults, ResubscribesAfterServerRestart) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  client->Subscribe("channel");
  client.Await("the subscription", [&] { return client.subscribed.size() == 1; });
  server.Kill();
  client.Await("the interruption", [&] { return client.interrupted.size() == 1; });
  server.Start();
  client.Await("the subscription", [&] { return client.subscribed.size() == 2; });
  (void)client.Run("channel", {"SPUBLISH", "channel", "x"});
  client.Await("the push", [&] { return client.pushes.size() == 1; });
}

TEST(PlainFaults, ResendsScriptsAfterFlush) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  const Script script("return ARGV[1]");
  EXPECT_EQ(client.RunScript(script, {"k"}, {"1"})->text, "1");
  (void)client.Run("k", {"SCRIPT", "FLUSH"});
  EXPECT_EQ(client.RunScript(script, {"k"}, {"2"})->text, "2");
  EXPECT_EQ(client.counters().scripts_sent.Get(), 1U);
  EXPECT_EQ(client.RunScript(script, {"k"}, {"3"})->text, "3");
  EXPECT_EQ(client.counters().scripts_sent.Get(), 1U);
}

TEST(PlainFaults, ReturnsErrorMessageOfServer) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  (void)client.Run("k", {"SET", "k", "text"});
  std::optional<Client::Answer> got;
  client->Run("k", {"INCR", "k"}, [&](Client::Answer answer) { got.emplace(std::move(answer)); });
  client.Await("an answer", [&] { return got.has_value(); });
  ASSERT_FALSE(*got);
  EXPECT_EQ(got->error().kind, Error::Kind::kRefused);
  EXPECT_EQ(got->error().message, "ERR value is not an integer or out of range");
}

TEST(PlainFaults, FailsDurableWriteWithoutReplicas) {
  FixtureServer server;
  ClientOptions options;
  options.replicas_deadline = Millis(20);
  FixtureClient client({server.endpoint()}, options);
  const Script script("return redis.call('SET', KEYS[1], 'v')");
  const auto got = client.RunScript(script, {"k"}, {}, Durability::kReplicas);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().kind, Error::Kind::kTooFew);
  EXPECT_EQ(got.error().reply.text, "OK");
  EXPECT_EQ(client.Run("k", {"GET", "k"}).text, "v");
}

TEST(PlainFaults, RejectsCommandsBeyondLimit) {
  FixtureServer server;
  ClientOptions options;
  options.most_commands = 3;
  FixtureClient client({server.endpoint()}, options);
  int refused = 0;
  int answered = 0;
  for (int i = 0; i < 5; ++i) {
    client->Run("k", {"GET", "k"},
                [&](const Client::Answer& answer) { ++(answer ? answered : refused); });
  }
  EXPECT_EQ(refused, 2);
  client.Await("the others", [&] { return answered == 3; });
  EXPECT_EQ(client.counters().commands_refused.Get(), 2U);
  client.Await("nothing more", [&] { return client.counters().commands_waiting.Get() == 0; });
}

TEST(PlainFaults, AuthenticatesWithoutLoggingPassword) {
  FixtureServer server(
      {"--user", "bridge", "on", ">s3cret", "~*", "&*", "+@all", "--user", "default", "off"});
  ClientOptions options = Quick();
  options.uri.seeds = {server.endpoint()};
  options.uri.user = "bridge";
  options.uri.password = "s3cret";
  FixtureClient right({}, options);
  right.Await("it is ready", [&] { return right->ready(); });
  options.uri.password = "wr0ng";
  FixtureClient wrong({}, options);
  wrong.Await("it says why", [&] { return Says(wrong, "WRONGPASS"); });
  EXPECT_TRUE(Ask(wrong));
  EXPECT_FALSE(Says(wrong, "wr0ng"));
  EXPECT_FALSE(Says(right, "s3cret"));
}

TEST(PlainFaults, DetectsUnresponsiveServerByProbe) {
  FixtureServer server;
  ClientOptions options;
  options.deadline = Millis(10'000);  // the test waits for a missing reply
  options.probe_every = Millis(200);
  FixtureClient client({server.endpoint()}, options);
  client.Await("it is ready", [&] { return client->ready(); });
  (void)server.Run({"CLIENT", "PAUSE", "100000", "WRITE"});
  client.Await("it is not ready", [&] { return !client->ready(); });
  EXPECT_TRUE(Says(client, "probes lost"));
  EXPECT_GE(client.counters().reconnects.Get(), 2U);
  (void)server.Run({"CLIENT", "UNPAUSE"});
  client.Await("it is ready again", [&] { return client->ready(); });
}

TEST(PlainFaults, SwitchesSeedWhenMasterBecomesReplica) {
  FixtureServer first;
  FixtureServer second;
  (void)second.Run({"REPLICAOF", "127.0.0.1", std::to_string(first.port())});
  FixtureClient client({second.endpoint(), first.endpoint()});
  EXPECT_FALSE(Ask(client));
  client->Subscribe("channel");
  client.Await("the subscription", [&] { return client.subscribed.size() == 1; });
  (void)second.Run({"REPLICAOF", "NO", "ONE"});
  (void)first.Run({"REPLICAOF", "127.0.0.1", std::to_string(second.port())});
  EXPECT_FALSE(Ask(client));
  EXPECT_EQ(second.Run({"GET", "k"}).text, "v");
  // The client may first retry the old server once.
  client.Await("the subscription there", [&] {
    return second.Run({"PUBSUB", "SHARDNUMSUB", "channel"}).items.at(1).integer == 1 &&
           client.counters().channels_waiting.Get() == 0;
  });
  (void)client.Run("channel", {"SPUBLISH", "channel", "x"});
  client.Await("the push", [&] { return client.pushes.size() == 1; });
}

/// Returns 0 if a client becomes ready at a host name with two addresses, where nothing listens at
/// the first. Runs in a child process with its own hosts file. Returns 2 if that is not permitted.
int ReadyAtTheSecondAddress(const std::string& hosts, std::uint16_t port) {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
      mount(hosts.c_str(), "/etc/hosts", nullptr, MS_BIND, nullptr) != 0) {
    return 2;
  }
  const Endpoint seed{.host = "two.example", .port = port};
  FixtureClient client(seed);
  client.Await("it is ready", [&] { return client->ready(); });
  return client->ready() ? 0 : 1;
}

TEST(Addresses, TriesAllInOneAttempt) {
  // Address selection prefers 127.0.0.1, the machine's own address (RFC 6724, rule 9).
  const FixtureServer server({}, {.host = "127.0.0.2"});
  const std::string hosts = server.folder() + "/hosts";
  std::ofstream(hosts) << "127.0.0.1 two.example\n127.0.0.2 two.example\n";
  const pid_t child = fork();
  if (child == 0) _exit(ReadyAtTheSecondAddress(hosts, server.port()));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "namespaces of users are not allowed here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

class OverTls : public ::testing::Test {
 protected:
  void SetUp() override {
    http::tls::WriteCertificate(files_.folder(), "IP:127.0.0.1");
    const std::string folder = files_.folder();
    // The fixture connects without TLS, so the main port is plain.
    port_ = spare_.port();
    spare_.Kill();
    server_ = std::make_unique<FixtureServer>(std::vector<std::string>{
        "--tls-port", std::to_string(port_), "--tls-cert-file", folder + "/cert.pem",
        "--tls-key-file", folder + "/key.pem", "--tls-ca-cert-file", folder + "/cert.pem",
        "--tls-auth-clients", "no"});
  }
  [[nodiscard]] ClientOptions Options(const std::string& ca_file, const std::string& host) const {
    ClientOptions options;
    options.uri.seeds = {{.host = host, .port = port_}};
    options.tls = *MakeTlsContext(ca_file);
    return options;
  }
  [[nodiscard]] std::string CaFile() const { return files_.folder() + "/cert.pem"; }

 private:
  FixtureServer files_;
  FixtureServer spare_;
  std::unique_ptr<FixtureServer> server_;
  std::uint16_t port_ = 0;
};

TEST_F(OverTls, ConnectsToServerOfTrustedAuthority) {
  FixtureClient client({}, Options(CaFile(), "127.0.0.1"));
  client.Await("it is ready", [&] { return client->ready(); });
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(client.Run("k", {"SET", "k", large}).text, "OK");
  EXPECT_EQ(client.Run("k", {"GET", "k"}).text, large);
}

TEST_F(OverTls, RejectsUntrustedCertificate) {
  FixtureClient client({}, Options({}, "127.0.0.1"));
  client.Await("it says why", [&] { return Says(client, "invalid server certificate"); });
  EXPECT_FALSE(client->ready());
}

TEST_F(OverTls, RejectsCertificateOfOtherHost) {
  FixtureClient client({}, Options(CaFile(), "localhost"));
  client.Await("it says why", [&] { return Says(client, "ostname mismatch"); });
}

TEST(Tls, NamesUnreadableCaFile) {
  const auto context = MakeTlsContext("/no/such/file.pem");
  ASSERT_FALSE(context);
  EXPECT_NE(context.error().find("/no/such/file.pem"), std::string::npos);
}

}  // namespace
}  // namespace prichal::valkey
