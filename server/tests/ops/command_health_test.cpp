// `prichal health`: queries a running server and reports a problem in one line.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "base/tests/fixture_held_port.h"
#include "tests/fixtures/command_fixture.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

/// A server that accepts one connection and sends a fixed response.
class Stranger {
 public:
  Stranger() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(fd_, any, size), 0);
    EXPECT_EQ(listen(fd_, 1), 0);
    EXPECT_EQ(getsockname(fd_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;
  ~Stranger() {
    if (thread_.joinable()) thread_.join();
    close(fd_);
  }

  void Say(std::string text) {
    thread_ = std::thread([this, text = std::move(text)] {
      const int peer = accept(fd_, nullptr, nullptr);
      std::string asked(1024, '\0');
      EXPECT_GT(recv(peer, asked.data(), asked.size(), 0), 0);
      EXPECT_EQ(send(peer, text.data(), text.size(), MSG_NOSIGNAL),
                static_cast<ssize_t>(text.size()));
      close(peer);
    });
  }
  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  int fd_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::thread thread_;
};

class HealthCommand : public CommandTest {
 protected:
  HealthCommand() { site::WriteSite(tree_); }

  [[nodiscard]] Ran Health(const Arguments& more,
                           const std::map<std::string, std::string>& environment = {}) const {
    Arguments arguments{"health"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    // Sanitizers are slow.
    if (std::find(more.begin(), more.end(), "--timeout") == more.end()) {
      arguments.insert(arguments.end(), {"--timeout", "20s"});
    }
    return Run(arguments, "/dev/null", environment);
  }
  /// Expects exit code 1 and one line on stderr that contains `words`.
  static void ExpectRefused(const Ran& ran, std::string_view words) {
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(ran.err.starts_with("prichal: not ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
  }
  [[nodiscard]] Arguments Serve(const std::string& admin) const {
    return {"serve", "--dev", "--listen",        "127.0.0.1:0", "--admin",
            admin,   "--web", tree_.path("web"), "--data",      tree_.path("data")};
  }
  [[nodiscard]] std::map<std::string, std::string> Environment() const {
    return {{"PRICHAL_DEV_STAND", tree_.path("stand")}, {"PRICHAL_SERVER_DRAIN_DELAY", "600000"}};
  }
};

TEST_F(HealthCommand, ExitsWithZeroIfReady) {
  ServerProcess server(Serve("127.0.0.1:0"), Environment());
  const auto admin = ReadAddresses(server).admin;
  const auto ready = Health({"--admin", admin});
  EXPECT_EQ(ready.code, 0) << ready.err;
  EXPECT_EQ(ready.out, "ready at http://" + admin + "/readyz\n");
  EXPECT_EQ(ready.err, "");
  const auto alive = Health({"--live", "--admin", admin});
  EXPECT_EQ(alive.code, 0) << alive.err;
  EXPECT_EQ(alive.out, "alive at http://" + admin + "/healthz\n");
}

TEST_F(HealthCommand, ReportsDrainingServerAliveButNotReady) {
  ServerProcess server(Serve("127.0.0.1:0"), Environment());
  const auto admin = ReadAddresses(server).admin;
  server.Signal(SIGTERM);
  server.ReadError("readiness is off");
  ExpectRefused(Health({"--admin", admin}), "it drains");
  EXPECT_EQ(Health({"--live", "--admin", admin}).code, 0);
}

TEST_F(HealthCommand, UsesAddressOfServerConfiguration) {
  const HeldPort held("0.0.0.0");
  const std::string port = ":" + std::to_string(held.number());
  ServerProcess server(Serve("0.0.0.0" + port), Environment());
  EXPECT_TRUE(server.ReadLine().ends_with("0.0.0.0" + port)) << server.err();
  // All other keys are ignored, even invalid ones.
  tree_.Write("prichal.toml", "[server]\nadmin = \"0.0.0.0" + port + "\"\nloops = \"many\"\n");
  const std::string said = "ready at http://127.0.0.1" + port + "/readyz\n";
  const std::string file = tree_.path("prichal.toml");
  EXPECT_EQ(Health({"--config", file}).out, said);
  EXPECT_EQ(Health({}, {{"PRICHAL_SERVER_ADMIN", "127.0.0.1" + port}}).out, said);
  // The environment overrides the file, and a flag overrides both. No proxy is used.
  const std::map<std::string, std::string> wrong{{"PRICHAL_SERVER_ADMIN", "127.0.0.1:1"},
                                                 {"http_proxy", "http://127.0.0.1:1"}};
  ExpectRefused(Health({"--config", file}, wrong), "127.0.0.1:1/readyz: no server listens there");
  EXPECT_EQ(Health({"--config", file, "--admin", "127.0.0.1" + port}, wrong).out, said);
}

TEST_F(HealthCommand, RejectsOtherServers) {
  ServerProcess server(Serve("127.0.0.1:0"), Environment());
  ExpectRefused(Health({"--admin", ReadAddresses(server).site}), "another server answers");
  const std::string head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
  for (const auto& [text, words] : std::map<std::string, std::string>{
           {head, "another server answers (HTTP 200)"},
           {head + "[\"status\"]", "another server answers"},
           {head + "{\"status\":1}", "another server answers"},
           {head + std::string(100'000, ' ') + "{\"status\":\"ok\"}", "another server answers"},
           {head + "{\"status\":\"\\u001b[2J\"}", "it says \"\\u001b[2J\""},
           {"HTTP/1.1 503 No\r\n\r\n{\"status\":\"unhealthy\"}",
            "cannot store messages or sessions"},
           {"HTTP/1.1 503 No\r\n\r\n{\"status\":\"ok\"}", "it says \"ok\""},
           {"SSH-2.0-OpenSSH_9.2\r\n", "not ready at "},
       }) {
    Stranger stranger;
    stranger.Say(text);
    ExpectRefused(Health({"--admin", stranger.address()}), words);
  }
}

TEST_F(HealthCommand, TimesOutSilentServer) {
  const Stranger silent;
  ExpectRefused(Health({"--admin", silent.address(), "--timeout", "1s"}),
                "no answer within 1000 ms");
}

TEST_F(HealthCommand, RejectsInvalidArguments) {
  ExpectMistake(
      Health({"--admin", "here"}),
      "server.admin: \"here\" (flag --admin): expected IP:PORT. Fix: use an address such as ");
  ExpectMistake(Health({"--admin", "systemd:admin"}), "is a systemd socket");
  ExpectMistake(Health({"--admin", "127.0.0.1:0"}), "port 0");
  ExpectMistake(Health({"--timeout", "soon"}), "--timeout");
  ExpectMistake(Health({"--config", tree_.path("nowhere")}), "--config: cannot read ");
  ExpectMistake(Health({"there"}), "`prichal health --help`");
}

}  // namespace
}  // namespace prichal::testing
