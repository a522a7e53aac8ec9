// Another process takes the place of a server: nobody is refused, nothing is lost, and a build that
// does not start changes nothing.

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/fixture_await.h"
#include "http2_client.h"
#include "process_fixture.h"
#include "systemd/fixture_manager.h"
#include "tls/fixture_certificate.h"

namespace prichal::testing {
namespace {

std::string Post(const std::string& body) {
  return "POST /bridge/message?client_id=" + kClientId + "&to=" + kClientId +
         "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

/// The event ids in what a stream has said.
std::vector<long> IdsIn(const std::string& stream) {
  std::vector<long> ids;
  for (std::size_t at = 0; (at = stream.find("\nid: ", at)) != std::string::npos; ++at) {
    ids.push_back(std::stol(stream.substr(at + 5)));
  }
  return ids;
}

/// How many sockets of this machine listen on a port (proc(5): `/proc/net/tcp`, state 0A).
std::size_t ListenersOn(int port) {
  std::ifstream table("/proc/net/tcp");
  const std::string local = fmt::format(":{:04X}", port);
  std::string line;
  std::size_t listeners = 0;
  while (std::getline(table, line)) {
    std::istringstream words(line);
    std::string number;
    std::string address;
    std::string peer;
    std::string state;
    words >> number >> address >> peer >> state;
    if (address.ends_with(local) && state == "0A") ++listeners;
  }
  return listeners;
}

class UpgradeTest : public ProcessTest {
 protected:
  [[nodiscard]] std::map<std::string, std::string> Unlimited() const {
    auto environment = Stand();
    environment["PRICHAL_SERVER_LOOPS"] = "2";
    environment["PRICHAL_BRIDGE_RATE_LIMIT"] = "0";
    return environment;
  }
  /// A copy of the binary, which a test may replace while it runs.
  [[nodiscard]] std::string OwnCopy() const {
    const std::string path = tree_.path("prichal");
    std::filesystem::copy_file(PRICHAL_BINARY, path);
    return path;
  }
  /// In one step, as packages do it.
  void Replace(const std::string& script) {
    tree_.Write("next", "#!/bin/sh\n" + script + "\n");
    chmod(tree_.path("next").c_str(), 0755);
    std::filesystem::rename(tree_.path("next"), tree_.path("prichal"));
  }
};

TEST_F(UpgradeTest, NobodyIsRefusedAndNothingIsLost) {
  const std::string local = "unix:" + tree_.path("http.sock");
  ServerProcess server(Serve({"--dev", "--listen", local}), Unlimited());
  const std::string line = server.ReadLine();
  std::smatch match;
  ASSERT_TRUE(std::regex_search(
      line, match, std::regex(R"(on http://([0-9.:]+), unix\S+, admin on http://([0-9.:]+))")))
      << line << server.err();
  const std::string site = match[1];
  const std::string admin = match[2];

  std::atomic<bool> stop = false;
  std::atomic<long> sent = 0;
  std::atomic<long> wrong = 0;
  // The mailbox has room for all of them.
  constexpr long kMost = 6'000;
  const auto post = [&](RawClient& client, const std::string& who) {
    // No two are the same message.
    static std::atomic<long> number = 0;
    std::string answer = client.Ask(Post(who + std::to_string(++number)));
    const bool good = StatusOf(answer) == 200;
    ++(good ? sent : wrong);
    EXPECT_TRUE(good || wrong > 3) << who << sent << ": " << answer;
    return answer;
  };
  // One who comes anew each time, by either way, and one who stays as long as he is let.
  std::thread newcomer([&] {
    while (!stop && sent < kMost) {
      for (const std::string& address : {site, local}) {
        RawClient client(address);
        (void)post(client, "new");
      }
    }
  });
  std::thread regular([&] {
    while (!stop && sent < kMost) {
      RawClient client(site);
      while (!stop && sent < kMost && !HeaderOf(post(client, "old"), "Connection").has_value()) {
      }
    }
  });
  for (int round = 0; round < 2; ++round) {
    auto stream = OpenStream(site);
    // Read as it comes: who does not read is cut off.
    auto all = std::async(std::launch::async, [&] { return stream.ReadAll(); });
    EXPECT_EQ(server.BecomeSuccessor(), "");
    // A clean end: its client comes back at once.
    EXPECT_TRUE(all.get().ends_with("\r\n0\r\n\r\n"));
  }
  stop = true;
  newcomer.join();
  regular.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(sent, 10);
  RawClient all(site);
  all.Send("GET /bridge/events?client_id=" + kClientId +
           "&enable_queue_done_event=true HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto ids = IdsIn(all.ReadUntil("queue_done"));
  EXPECT_EQ(static_cast<long>(ids.size()), sent);
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  server.Signal(SIGTERM);
  EXPECT_TRUE(all.ReadAll().ends_with("\r\n0\r\n\r\n"));
  EXPECT_EQ(server.Wait(), 0) << server.err();
  EXPECT_FALSE(std::filesystem::exists(tree_.path("http.sock")));
  EXPECT_FALSE(RawClient(admin).connected());
}

TEST_F(UpgradeTest, NobodyIsRefusedOverHttp2) {
  tls::WritePair(tree_.path(), tls::MakeCertificate());
  auto environment = Unlimited();
  environment["PRICHAL_SERVER_TLS_CERTIFICATE"] = tree_.path("cert.pem");
  environment["PRICHAL_SERVER_TLS_KEY"] = tree_.path("key.pem");
  ServerProcess server(Serve({"--dev"}), environment);
  const std::string line = server.ReadLine();
  std::smatch match;
  ASSERT_TRUE(std::regex_search(line, match, std::regex("on https://([0-9.:]+),"))) << line;
  const std::string site = match[1];

  std::atomic<bool> stop = false;
  std::atomic<long> sent = 0;
  std::atomic<long> unanswered = 0;
  // The mailbox has room for all of them.
  constexpr long kMost = 6'000;
  // As browsers do: one connection for as long as it is let, and what a GOAWAY leaves out again.
  std::thread regular([&] {
    long number = 0;
    while (!stop && sent < kMost) {
      Http2Client client(site);
      while (!stop && sent < kMost && client.connected() && client.frames().goaway() == -1) {
        const std::int32_t stream = client.frames().Post(
            "/bridge/message?client_id=" + kClientId + "&to=" + kClientId + "&ttl=60",
            "h2 " + std::to_string(++number));
        if (client.Read(stream).status == 200) {
          ++sent;
          continue;
        }
        const bool is_left_out =
            client.frames().goaway() == 0 && client.frames().last_stream() < stream;
        if (!is_left_out) ++unanswered;
        break;
      }
    }
  });
  for (int round = 0; round < 2; ++round) {
    Http2Client stream(site);
    // Of somebody who gets nothing: what nobody reads would fill the window of the stream.
    const std::int32_t events =
        stream.frames().Get("/bridge/events?client_id=" + std::string(64, 'b'));
    EXPECT_TRUE(stream.Until([&] { return stream.frames().answer(events).status == 200; }));
    EXPECT_EQ(server.BecomeSuccessor(), "");
    // A clean end: its client comes back at once.
    EXPECT_TRUE(stream.Read(events).over);
    EXPECT_EQ(stream.Read(events).error, 0U);
  }
  const long before = sent;
  Await("a message is answered after the upgrades",
        [&] { return sent != before || sent >= kMost || unanswered > 0; });
  stop = true;
  regular.join();
  EXPECT_EQ(unanswered, 0);
  EXPECT_EQ(server.err().find("streams were cut"), std::string::npos) << server.err();
  Http2Client all(site);
  const std::int32_t events =
      all.frames().Get("/bridge/events?client_id=" + kClientId + "&enable_queue_done_event=true");
  EXPECT_TRUE(all.Until(
      [&] { return all.frames().answer(events).body.find("queue_done") != std::string::npos; }));
  EXPECT_EQ(static_cast<long>(IdsIn(all.frames().answer(events).body).size()), sent);
}

TEST_F(UpgradeTest, AConfigurationWithAMistakeChangesNothing) {
  tree_.Write("prichal.toml", "[dev]\nenabled = true\n");
  ServerProcess server(Serve({"--config", tree_.path("prichal.toml")}), Unlimited());
  const auto site = ReadAddresses(server).site;
  auto stream = OpenStream(site);
  tree_.Write("prichal.toml", "[dev]\nenabled = true\n[log]\nlevel = \"loud\"\n");
  server.Signal(SIGUSR2);
  server.ReadError("log.level");
  server.ReadError("the upgrade is refused, this process serves on");
  EXPECT_EQ(StatusOf(RawClient(site).Ask(Post("hello"))), 200);
  EXPECT_NE(stream.ReadUntil("hello").find("hello"), std::string::npos);
  tree_.Write("prichal.toml", "[dev]\nenabled = true\n");
  EXPECT_EQ(server.BecomeSuccessor(), "");
  EXPECT_EQ(StatusOf(RawClient(site).Ask(Post("again"))), 200);
}

TEST_F(UpgradeTest, ABuildThatDoesNotStartChangesNothing) {
  ServerProcess server(OwnCopy(), Serve({"--dev"}), Unlimited());
  const auto site = ReadAddresses(server).site;
  auto stream = OpenStream(site);
  Replace("exit 1");
  server.Signal(SIGUSR2);
  server.ReadError("this process serves on");
  server.ReadError("it has ended");
  std::filesystem::remove(tree_.path("prichal"));
  server.Signal(SIGUSR2);
  server.ReadError("this process serves on");
  EXPECT_EQ(StatusOf(RawClient(site).Ask(Post("hello"))), 200);
  EXPECT_NE(stream.ReadUntil("hello").find("hello"), std::string::npos);
}

TEST_F(UpgradeTest, ABuildThatFailsWithTheFilesIsReplacedByTheOneBefore) {
  auto arguments = Serve({"--dev"});
  arguments.erase(std::find(arguments.begin(), arguments.end(), "--data"), arguments.end());
  arguments.emplace_back("--dev");
  auto environment = Unlimited();
  environment["PRICHAL_STORE_DATA"] = tree_.path("data");
  ServerProcess server(OwnCopy(), arguments, environment);
  const auto site = ReadAddresses(server).site;
  EXPECT_EQ(StatusOf(RawClient(site).Ask(Post("kept"))), 200);
  // It finds no folder where it could keep anything, and knows only when it opens it.
  Replace("PRICHAL_STORE_DATA=/nowhere/at/all exec " PRICHAL_BINARY " \"$@\"");
  EXPECT_EQ(server.BecomeSuccessor(), "");
  EXPECT_NE(server.err().find("the next process has failed with the files"), std::string::npos);
  RawClient stream(site);
  stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(stream.ReadUntil("kept").find("kept"), std::string::npos);
}

TEST_F(UpgradeTest, TheServiceManagerKnowsWhoServes) {
  const systemd::FixtureManager manager{tree_.path("notify")};
  auto environment = Unlimited();
  environment["NOTIFY_SOCKET"] = manager.name();
  ServerProcess server(Serve({"--dev"}), environment);
  EXPECT_EQ(manager.Next(), "READY=1\nSTATUS=serving\n");
  (void)ReadAddresses(server);
  EXPECT_EQ(server.BecomeSuccessor(), "");
  EXPECT_EQ(manager.Next(), "MAINPID=" + std::to_string(server.pid()) + "\n");
  EXPECT_EQ(manager.Next(), "READY=1\nSTATUS=serving\n");
}

TEST_F(UpgradeTest, OtherLoopsTakeAllSocketsOfAPort) {
  tree_.Write("prichal.toml", "[dev]\nenabled = true\n[server]\nloops = 4\n");
  ServerProcess server(Serve({"--config", tree_.path("prichal.toml")}), Stand());
  const auto site = ReadAddresses(server).site;
  for (const char* loops : {"1", "3"}) {
    tree_.Write("prichal.toml",
                std::string("[dev]\nenabled = true\n[server]\nloops = ") + loops + "\n");
    EXPECT_EQ(server.BecomeSuccessor(), "");
    // A socket that is closed refuses whoever waits in its queue.
    EXPECT_EQ(ListenersOn(std::stoi(site.substr(site.rfind(':') + 1))), 4U) << loops;
    for (int i = 0; i < 32; ++i) EXPECT_EQ(StatusOf(Get(site, "/bridge/nothing")), 404) << i;
  }
}

}  // namespace
}  // namespace prichal::testing
