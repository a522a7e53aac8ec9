// `prichal canary` with the real bridge, and with faulty bridges.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <csignal>
#include <mutex>
#include <regex>
#include <thread>

#include "base/descriptor.h"
#include "base/tests/fixture_await.h"
#include "base/tests/fixture_held_port.h"
#include "tests/fixtures/command_fixture.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

constexpr std::string_view kAcknowledged =
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK";
constexpr std::string_view kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 100\n\n";

/// A bridge with faults.
class FaultyBridge {
 public:
  struct Faults {
    std::string post{kAcknowledged};
    std::string stream{kStreamHead};
    bool loses = false;    ///< delivers nothing
    bool repeats = false;  ///< delivers everything again to returning clients
    bool ends = false;     ///< ends a stream after its pending messages
  };

  explicit FaultyBridge(Faults faults) : faults_(std::move(faults)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener_.fd(), any, size), 0);
    EXPECT_EQ(listen(listener_.fd(), 16), 0);
    EXPECT_EQ(getsockname(listener_.fd(), any, &size), 0);
    url_ = fmt::format("http://127.0.0.1:{}/bridge", ntohs(address.sin_port));
    thread_ = std::thread([this] {
      for (int peer = 0; (peer = accept(listener_.fd(), nullptr, nullptr)) >= 0;) {
        Serve(Descriptor(peer));
      }
    });
  }
  FaultyBridge(const FaultyBridge&) = delete;
  FaultyBridge& operator=(const FaultyBridge&) = delete;
  ~FaultyBridge() {
    shutdown(listener_.fd(), SHUT_RDWR);
    thread_.join();
  }

  [[nodiscard]] const std::string& url() const { return url_; }

 private:
  struct Message {
    int id;
    std::string event;
  };

  void Serve(Descriptor peer) {
    std::string asked(8192, '\0');
    const auto got = recv(peer.fd(), asked.data(), asked.size(), 0);
    asked.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    if (asked.starts_with("POST")) {
      Send(peer, faults_.post);
      static const std::regex kTo("[?&]to=([0-9a-f]{64})");
      std::smatch to;
      if (faults_.loses || !std::regex_search(asked, to, kTo)) return;
      const auto body = asked.substr(asked.find("\r\n\r\n") + 4);
      const int id = ++last_id_;
      auto event = fmt::format(
          "event: message\nid: {}\ndata: {{\"from\":\"a\",\"message\":\"{}\"}}\n\n", id, body);
      if (const auto open = streams_.find(to[1]); open != streams_.end()) {
        Send(open->second, event);
      }
      messages_[to[1]].push_back({id, std::move(event)});
      return;
    }
    Send(peer, faults_.stream);
    static const std::regex kWho("client_id=([0-9a-f]{64})");
    static const std::regex kAfter("Last-Event-ID: (\\d+)");
    std::smatch who;
    std::smatch after;
    if (faults_.stream != kStreamHead || !std::regex_search(asked, who, kWho)) return;
    const bool knows = std::regex_search(asked, after, kAfter) && !faults_.repeats;
    for (const auto& [id, event] : messages_[who[1]]) {
      if (!knows || id > std::stoi(after[1])) Send(peer, event);
    }
    if (!faults_.ends) streams_.insert_or_assign(who[1], std::move(peer));
  }
  static void Send(const Descriptor& peer, std::string_view bytes) {
    send(peer.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }

  const Faults faults_;
  Descriptor listener_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::string url_;
  std::map<std::string, Descriptor> streams_;
  std::map<std::string, std::vector<Message>> messages_;
  int last_id_ = 0;
  std::thread thread_;
};

class CanaryCommand : public CommandTest {
 protected:
  CanaryCommand() { site::WriteSite(tree_); }

  [[nodiscard]] Arguments Serve(const std::string& listen) const {
    return {"serve",       "--dev", "--listen",        listen,   "--admin",
            "127.0.0.1:0", "--web", tree_.path("web"), "--data", tree_.path("data")};
  }
  [[nodiscard]] std::map<std::string, std::string> Environment() const {
    return {{"PRICHAL_DEV_STAND", tree_.path("stand")}, {"PRICHAL_SERVER_DRAIN_DEADLINE", "0"}};
  }
  [[nodiscard]] Ran Once(const std::string& url, const std::string& timeout = "20s") const {
    return Run({"canary", url, "--once", "--format", "json", "--timeout", timeout});
  }
  /// Returns the failed step of an error: "post connect".
  static std::string ErrorOf(const Ran& ran) {
    EXPECT_EQ(ran.code, 1) << ran.out;
    const auto value = ran.json();
    const auto& errors = value.at("errors").as_array();
    if (errors.empty()) return "none";
    const auto text = [&](const char* name) {
      return std::string(errors.front().at(name).as_string());
    };
    EXPECT_NE(text("reason"), "");
    return text("step") + " " + text("kind");
  }
  /// Waits until the canary's metrics contain this line.
  static void ReadMetric(const std::string& address, const std::string& line) {
    std::string text;
    const auto has_line = [&] {
      text = BodyOf(Get(address, "/metrics"));
      return text.find("\n" + line + "\n") != std::string::npos;
    };
    Await("the metrics have " + line, has_line);
    EXPECT_NE(text.find(line), std::string::npos) << text;
  }
};

TEST_F(CanaryCommand, ReportsHealthyBridge) {
  ServerProcess server(Serve("127.0.0.1:0"), Environment());
  const auto url = "http://" + ReadAddresses(server).site + "/bridge";
  const auto ran = Once(url + "/events");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  const auto value = ran.json();
  EXPECT_EQ(value.at("url").as_string(), url);
  EXPECT_EQ(value.at("acknowledged").as_int64(), 3);
  EXPECT_EQ(value.at("kept_ms").as_array().size(), 1U);
  EXPECT_EQ(value.at("reopened_ms").as_array().size(), 2U);
  EXPECT_EQ(value.at("lost").as_int64(), 0);
  EXPECT_EQ(value.at("repeated").as_int64(), 0);
  const auto words = Run({"canary", url + "/", "--once"});
  EXPECT_EQ(words.code, 0);
  EXPECT_TRUE(words.out.starts_with("good: " + url + "\n")) << words.out;
}

TEST_F(CanaryCommand, CountsLostAndRepeatedMessages) {
  {
    const FaultyBridge sound({});
    EXPECT_EQ(Once(sound.url()).code, 0);
  }
  {
    const FaultyBridge bridge({.loses = true});
    const auto ran = Once(bridge.url(), "1s");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.json().at("acknowledged").as_int64(), 3);
    EXPECT_EQ(ran.json().at("lost").as_int64(), 3);
    EXPECT_EQ(ran.json().at("errors").as_array().size(), 0U);
    const auto words = Run({"canary", bridge.url(), "--once", "--timeout", "1s"});
    EXPECT_NE(words.out.find("3 messages: acknowledged, but late or lost"), std::string::npos)
        << words.out;
  }
  {
    const FaultyBridge bridge({.repeats = true});
    const auto ran = Once(bridge.url());
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.json().at("lost").as_int64(), 0);
    EXPECT_EQ(ran.json().at("repeated").as_int64(), 1);
  }
  {
    // Bridges do this occasionally. Returning clients then get the missed messages.
    const FaultyBridge bridge({.ends = true});
    const auto ran = Once(bridge.url());
    EXPECT_EQ(ran.code, 0) << ran.out;
  }
}

TEST_F(CanaryCommand, ClassifiesErrors) {
  EXPECT_EQ(ErrorOf(Once("http://" + HeldPort().address() + "/bridge")), "stream connect");
  const std::string end = "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  for (const auto& [answer, kind] : std::map<std::string, std::string>{
           {"HTTP/1.1 429 No" + end, "429"},
           {"HTTP/1.1 404 No" + end, "4xx"},
           {"HTTP/1.1 503 No" + end, "5xx"},
           {"HTTP/1.1 302 No" + end, "status"},
           {"SSH-2.0-OpenSSH_9.2\r\n", "other"},
           {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nO", "cut"},
       }) {
    const FaultyBridge bridge({.post = answer});
    EXPECT_EQ(ErrorOf(Once(bridge.url())), "post " + kind) << answer;
  }
  const FaultyBridge page({.stream = "HTTP/1.1 200 OK\r\nContent-Type: text/html" + end});
  EXPECT_EQ(ErrorOf(Once(page.url())), "stream status");
  // A stream with a single endless event.
  const FaultyBridge flood(
      {.stream = std::string(kStreamHead) + "data: " + std::string(2 * 1024 * 1024, 'a')});
  EXPECT_EQ(Once(flood.url(), "2s").code, 1);
}

TEST_F(CanaryCommand, ServesMetrics) {
  const HeldPort port;
  const std::string listen = port.address();
  auto server = std::make_unique<ServerProcess>(Serve(listen), Environment());
  ASSERT_NE(server->ReadLine(), "") << server->err();
  ServerProcess canary({"canary", "http://" + listen + "/bridge", "--interval", "1s", "--timeout",
                        "5s", "--listen", "127.0.0.1:0"});
  const auto line = canary.ReadLine();
  static const std::regex kGreeting(
      R"(prichal: a canary of http://[0-9.:]+/bridge, metrics on http://(127\.0\.0\.1:\d+)/metrics)");
  std::smatch match;
  ASSERT_TRUE(std::regex_match(line, match, kGreeting)) << line << canary.err();
  const std::string address = match[1];
  ReadMetric(address, "prichal_canary_rounds_total{result=\"good\"} 2");
  ReadMetric(address, "prichal_canary_messages_total{stream=\"kept\"} 2");
  ReadMetric(address, "prichal_canary_messages_total{stream=\"reopened\"} 4");
  EXPECT_EQ(StatusOf(Get(address, "/readyz")), 200);

  server->Signal(SIGKILL);
  server->Wait();
  canary.ReadError("the round failed");
  ReadMetric(address, "prichal_canary_last_round_good 0");
  EXPECT_EQ(StatusOf(Get(address, "/readyz")), 503);
  EXPECT_EQ(StatusOf(Get(address, "/healthz")), 200);

  server = std::make_unique<ServerProcess>(Serve(listen), Environment());
  ASSERT_NE(server->ReadLine(), "") << server->err();
  ReadMetric(address, "prichal_canary_last_round_good 1");
  const auto text = BodyOf(Get(address, "/metrics"));
  EXPECT_EQ(text.find("prichal_canary_reconnects_total 0"), std::string::npos) << text;
  canary.Signal(SIGTERM);
  EXPECT_EQ(canary.Wait(), 0) << canary.err();
}

TEST_F(CanaryCommand, RejectsInvalidArguments) {
  ExpectMistake(Run({"canary"}), "url");
  ExpectMistake(Run({"canary", "app.example.org"}), "invalid URL \"app.example.org\"");
  ExpectMistake(Run({"canary", "https://a.example/bridge", "--interval", "0"}), "--interval");
  ExpectMistake(Run({"canary", "https://a.example/bridge", "--listen", "here"}), "--listen");
}

}  // namespace
}  // namespace prichal::testing
