// The HTTP client of the probes, with servers that send malformed responses, stall or flood.

#include "outbound/probe.h"

#include "base/tests/fixture_await.h"
#include "base/tests/fixture_held_port.h"
#include "tests/fixtures/fixed_answer.h"

namespace prichal::outbound {
namespace {

using std::chrono::steady_clock;
using testing::FixedAnswer;

const Millis kLong = WaitTimeout();

class ProbeTest : public ::testing::Test {
 protected:
  Response Ask(const std::string& answer, std::size_t most_bytes = 1000) {
    const FixedAnswer server([&](const auto&) { return answer; });
    return client_.Fetch({.url = server.origin(), .most_bytes = most_bytes, .timeout = kLong});
  }
  static std::string Page(const std::string& lines, const std::string& body) {
    return fmt::format("HTTP/1.1 200 OK\r\n{}Connection: close\r\nContent-Length: {}\r\n\r\n{}",
                       lines, body.size(), body);
  }

  ProbeClient client_{ProbeOptions{}};
};

TEST_F(ProbeTest, ReadsHeadersAndBody) {
  const auto answer = Ask(Page("X-One: a \r\nx-one:b\r\n", "hello"));
  EXPECT_TRUE(answer.came()) << answer.words;
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.Header("x-one"), "a");
  EXPECT_EQ(answer.Count("x-one"), 2U);
  EXPECT_EQ(answer.Header("x-two"), "");
  EXPECT_EQ(answer.local_address, "127.0.0.1");
  // After informational responses the last header section counts.
  EXPECT_EQ(Ask("HTTP/1.1 103 Early Hints\r\nX-One: a\r\n\r\n" + Page("", "")).Count("x-one"), 0U);
  // Redirects are not followed.
  EXPECT_EQ(Ask("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nConnection: close\r\n"
                "Content-Length: 0\r\n\r\n")
                .status,
            302);
}

TEST_F(ProbeTest, LimitsResponseSize) {
  EXPECT_EQ(Ask(Page("", std::string(1000, 'a'))).trouble, Trouble::kNone);
  const auto longer = Ask(Page("", std::string(1001, 'a')));
  EXPECT_EQ(longer.trouble, Trouble::kTooLong);
  EXPECT_LE(longer.body.size(), 1000U);
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "X-Line: " + std::string(1000, 'a') + "\r\n";
  EXPECT_EQ(Ask(Page(lines, "")).trouble, Trouble::kTooLong);
}

TEST_F(ProbeTest, ClassifiesErrors) {
  const HeldPort silent_port;
  EXPECT_EQ(client_.Fetch({.url = "http://" + silent_port.address()}).trouble, Trouble::kConnect);
  EXPECT_EQ(client_.Fetch({.url = "file:///etc/passwd"}).trouble, Trouble::kAddress);
  EXPECT_EQ(Ask("SSH-2.0-OpenSSH_9.2\r\nConnection: close").trouble, Trouble::kOther);
  EXPECT_EQ(Ask("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\na").trouble,
            Trouble::kCut);
  EXPECT_EQ(Ask("Connection: close\r\n\r\n").status, 0);
  const FixedAnswer silent([](const auto&) { return ""; });
  const auto nothing = client_.Fetch({.url = silent.origin(), .timeout = Millis(50)});
  EXPECT_EQ(nothing.trouble, Trouble::kTimeout);
  EXPECT_NE(nothing.words.find("no answer within "), std::string::npos);
}

TEST_F(ProbeTest, ReadsEventsUpToLimit) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  const auto until = [&](EventStream& stream, auto done) {
    EXPECT_TRUE(
        client_.RunUntil([&] { return done() || stream.ended(); }, steady_clock::now() + kLong));
  };
  {
    const FixedAnswer server([&](const auto& asked) {
      EXPECT_NE(asked.find("Accept: text/event-stream"), std::string::npos);
      return head + "event: heartbeat\n\nid: 7\ndata: a\n\n";
    });
    EventStream stream(client_, {.url = server.origin()});
    until(stream, [&] { return stream.has_events(); });
    EXPECT_TRUE(stream.is_open());
    EXPECT_FALSE(stream.ended());
    EXPECT_TRUE(stream.first_bytes());
    auto next = stream.Next();
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->is_heartbeat());
    next = stream.Next();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->id, 7);
    EXPECT_EQ(next->data, "a");
    EXPECT_FALSE(stream.Next());
  }
  std::string many;
  for (std::size_t i = 0; i <= EventStream::kMostEvents; ++i) many += "data: a\n\n";
  const std::string one = "data: " + std::string(EventStream::kMostBytes + 1, 'a');
  for (const auto& flood : {many, one, one + "\n\n"}) {
    const FixedAnswer server([&](const auto&) { return head + flood; });
    EventStream stream(client_, {.url = server.origin()});
    until(stream, [] { return false; });
    EXPECT_EQ(stream.answer().trouble, Trouble::kTooLong);
  }
}

TEST_F(ProbeTest, StopsPendingRequest) {
  const FixedAnswer silent([](const auto&) { return ""; });
  std::thread other([this] { client_.Stop(); });
  EXPECT_FALSE(client_.Fetch({.url = silent.origin(), .timeout = kLong}).came());
  other.join();
  EXPECT_TRUE(client_.stopped());
}

}  // namespace
}  // namespace prichal::outbound
