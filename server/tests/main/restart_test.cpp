// Restarts of the server while the service manager holds its listening socket: no connection is
// refused and no acknowledged message is lost.

#include <algorithm>
#include <atomic>
#include <csignal>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "base/tests/fixture_held_port.h"
#include "http/tls/tests/fixture_certificate.h"
#include "tests/fixtures/http2_client.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

/// Returns the event IDs of a stream in the order of arrival.
std::vector<long> IdsIn(const std::string& stream) {
  std::vector<long> ids;
  for (std::size_t at = 0; (at = stream.find("\nid: ", at)) != std::string::npos; ++at) {
    ids.push_back(std::stol(stream.substr(at + 5)));
  }
  return ids;
}

/// Successive servers on one listening socket, which the test holds like a socket unit.
class RestartTest : public ProcessTest {
 protected:
  RestartTest() { port_.Listen(); }

  void Start(std::map<std::string, std::string> environment = {}) {
    environment.merge(Stand());
    environment["PRICHAL_SERVER_LOOPS"] = "2";
    environment["PRICHAL_BRIDGE_RATE_LIMIT"] = "0";
    server_ = std::make_unique<ServerProcess>(
        std::vector<std::string>{"serve", "--dev", "--listen", "systemd:prichal.socket", "--admin",
                                 "127.0.0.1:0", "--web", tree_.path("web"), "--data",
                                 tree_.path("data")},
        std::move(environment), ServerProcess::Sockets{{"prichal.socket", port_.fd()}});
    ASSERT_TRUE(server_->ReadLine().starts_with("prichal: listening on")) << server_->err();
  }
  void Stop() {
    server_->Signal(SIGTERM);
    EXPECT_EQ(server_->Wait(), 0) << server_->err();
  }
  [[nodiscard]] std::string site() const { return port_.address(); }
  [[nodiscard]] ServerProcess& server() { return *server_; }

 private:
  HeldPort port_;
  std::unique_ptr<ServerProcess> server_;
};

/// Sends messages over HTTP/1.1 until it is stopped. Retries messages without a response.
class RestartLoad {
 public:
  /// `keeps`: uses one connection as long as the server keeps it open. Otherwise opens a new
  /// connection for each message.
  RestartLoad(std::string site, std::string name, bool keeps)
      : site_(std::move(site)), name_(std::move(name)), thread_([this, keeps] { Run(keeps); }) {}
  RestartLoad(const RestartLoad&) = delete;
  RestartLoad& operator=(const RestartLoad&) = delete;
  ~RestartLoad() { Stop(); }

  void Stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] long acknowledged() const { return acknowledged_; }
  /// Returns the number of refused connections.
  [[nodiscard]] long refused() const { return refused_; }
  /// Returns the number of responses other than 200 and 503.
  [[nodiscard]] long failed() const { return failed_; }

 private:
  // The mailbox has capacity for the messages of two senders.
  static constexpr long kMost = 3'000;

  void Run(bool keeps) {
    while (!stop_ && acknowledged_ < kMost) {
      RawClient client(site_);
      if (!client.connected()) {
        ++refused_;
        continue;
      }
      while (SendOne(client) && keeps && !stop_ && acknowledged_ < kMost) {
      }
    }
  }
  /// Sends one message. Returns false if the connection has ended.
  bool SendOne(RawClient& client) {
    const std::string body = name_ + std::to_string(acknowledged_);
    const std::string answer =
        client.Ask("POST /bridge/message?client_id=" + kClientId + "&to=" + kClientId +
                   "&ttl=60 HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
                   "\r\n\r\n" + body);
    if (answer.empty()) return false;
    // A 503 means that the server is shutting down, and the sender must retry.
    if (StatusOf(answer) == 200) {
      ++acknowledged_;
    } else if (StatusOf(answer) != 503) {
      ++failed_;
    }
    return !HeaderOf(answer, "Connection").has_value();
  }

  const std::string site_;
  const std::string name_;
  std::atomic<bool> stop_ = false;
  std::atomic<long> acknowledged_ = 0;
  std::atomic<long> refused_ = 0;
  std::atomic<long> failed_ = 0;
  std::thread thread_;
};

TEST_F(RestartTest, RefusesNoConnectionAndLosesNoMessage) {
  Start();
  RestartLoad anew(site(), "new", false);
  RestartLoad kept(site(), "kept", true);
  for (int round = 0; round < 3; ++round) {
    auto stream = OpenStream(site());
    // Reads at once, because the server ends streams that are read too slowly.
    auto all = std::async(std::launch::async, [&] { return stream.ReadAll(); });
    Stop();
    // The stream ends with its last chunk, so its client reconnects at once. This client waits for
    // the next process.
    EXPECT_TRUE(all.get().ends_with("\r\n0\r\n\r\n"));
    RawClient waiting(site());
    EXPECT_TRUE(waiting.connected());
    waiting.Send("GET /bridge/nothing HTTP/1.1\r\nHost: x\r\n\r\n");
    Start();
    EXPECT_EQ(StatusOf(waiting.ReadResponse()), 404);
  }
  const long before = anew.acknowledged() + kept.acknowledged();
  Await("a message after the last restart", [&] {
    const long now = anew.acknowledged() + kept.acknowledged();
    return now != before || now >= 6'000;
  });
  anew.Stop();
  kept.Stop();
  EXPECT_EQ(anew.refused() + kept.refused(), 0);
  EXPECT_EQ(anew.failed() + kept.failed(), 0);
  EXPECT_GT(anew.acknowledged(), 0);
  EXPECT_GT(kept.acknowledged(), 0);

  RawClient all(site());
  all.Send("GET /bridge/events?client_id=" + kClientId +
           "&enable_queue_done_event=true HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto ids = IdsIn(all.ReadUntil("queue_done"));
  // A message whose response was lost is stored once or twice: a process recognises only the
  // repetitions of its own messages.
  EXPECT_GE(static_cast<long>(ids.size()), anew.acknowledged() + kept.acknowledged());
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  Stop();
}

TEST_F(RestartTest, NamesTheLastAnsweredRequestOverHttp2) {
  http::tls::WritePair(tree_.path(), http::tls::MakeCertificate());
  const std::map<std::string, std::string> secure{
      {"PRICHAL_SERVER_TLS_CERTIFICATE", tree_.path("cert.pem")},
      {"PRICHAL_SERVER_TLS_KEY", tree_.path("key.pem")}};
  Start(secure);
  std::atomic<bool> stop = false;
  std::atomic<long> acknowledged = 0;
  std::atomic<long> unanswered = 0;
  constexpr long kMost = 6'000;  // the mailbox has capacity for all of them
  // Like a browser: uses one connection until GOAWAY, and retries requests that GOAWAY excludes.
  std::thread sender([&] {
    long number = 0;
    while (!stop && acknowledged < kMost) {
      Http2Client client(site());
      while (!stop && acknowledged < kMost && client.connected() &&
             client.frames().goaway() == -1) {
        const std::int32_t stream = client.frames().Post(
            "/bridge/message?client_id=" + kClientId + "&to=" + kClientId + "&ttl=60",
            "h2 " + std::to_string(++number));
        if (client.Read(stream).status == 200) {
          ++acknowledged;
          continue;
        }
        const bool is_excluded =
            client.frames().goaway() == 0 && client.frames().last_stream() < stream;
        if (!is_excluded) ++unanswered;
        break;
      }
    }
  });
  for (int round = 0; round < 2; ++round) {
    Http2Client stream(site());
    // This client gets no messages, because unread ones would fill the stream's window.
    const std::int32_t events =
        stream.frames().Get("/bridge/events?client_id=" + std::string(64, 'b'));
    EXPECT_TRUE(stream.Until([&] { return stream.frames().answer(events).status == 200; }));
    Stop();
    EXPECT_TRUE(stream.Read(events).over);
    EXPECT_EQ(stream.Read(events).error, 0U);
    Start(secure);
  }
  const long before = acknowledged;
  Await("a message after the last restart",
        [&] { return acknowledged != before || acknowledged >= kMost; });
  stop = true;
  sender.join();
  EXPECT_LE(unanswered, 2) << "at most one request for each restart";
  Http2Client all(site());
  const std::int32_t events =
      all.frames().Get("/bridge/events?client_id=" + kClientId + "&enable_queue_done_event=true");
  EXPECT_TRUE(all.Until(
      [&] { return all.frames().answer(events).body.find("queue_done") != std::string::npos; }));
  EXPECT_GE(static_cast<long>(IdsIn(all.frames().answer(events).body).size()), acknowledged);
}

}  // namespace
}  // namespace prichal::testing
