// A session with a client in memory, and attacks with invalid or excessive frames.

#include "http/h2/session.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/h2/tests/fixture_client.h"

namespace prichal::http::h2 {
namespace {

/// Records the events of a stream.
class RecordingStream final : public StreamOwner {
 public:
  bool OnField(std::string_view name, std::string_view value) override {
    fields.emplace_back(name, value);
    return fields.size() < 50;
  }
  void OnHead() override { head = true; }
  bool OnBody(std::string_view bytes) override {
    body += bytes;
    return true;
  }
  void OnRequestEnd() override { ended = true; }
  bool OnClosed() override {
    EXPECT_FALSE(closed) << "closed twice";
    closed = true;
    return served;
  }
  [[nodiscard]] std::size_t waiting_bytes() const override { return output.size(); }
  [[nodiscard]] bool body_over() const override { return over; }
  void TakeBody(std::size_t count, std::string& out) override {
    out += output.substr(0, count);
    output.erase(0, count);
  }

  FixtureClient::Fields fields;
  std::string body;
  std::string output;
  bool head = false;
  bool ended = false;
  bool closed = false;
  bool served = false;
  bool over = true;
};

class SessionTest : public ::testing::Test, private SessionOwner {
 protected:
  /// Exchanges bytes until neither side has output.
  void Talk() {
    while (true) {
      const std::string said = client_->TakeOutput();
      if (!said.empty()) alive_ = session_.Receive(said, now_) && alive_;
      std::string answered;
      session_.WriteTo(answered, 16'384);
      if (said.empty() && answered.empty()) return;
      EXPECT_TRUE(client_->Receive(answered));
    }
  }
  /// Sends raw bytes after a preface. Returns false if the session ended.
  bool Say(std::string_view bytes) {
    alive_ = session_.Receive(bytes, now_) && alive_;
    std::string answered;
    session_.WriteTo(answered, 1 << 20);
    heard_ += answered.size();
    // Find GOAWAY and RST_STREAM frames.
    for (std::size_t at = 0; at + 9 <= answered.size();) {
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(answered[at + i]); };
      const std::size_t length = byte(0) * 65'536U + byte(1) * 256U + byte(2);
      if (byte(3) == NGHTTP2_GOAWAY) goaway_ = byte(16);
      if (byte(3) == NGHTTP2_RST_STREAM) ++resets_;
      at += 9 + length;
    }
    return alive_ && goaway_ < 0;
  }
  [[nodiscard]] int Faults(Fault fault) { return faults_[fault]; }

  StreamOwner* OnRequest(std::int32_t stream) override {
    if (refuses_) return nullptr;
    ++requests_;
    streams_[stream] = std::make_unique<RecordingStream>();
    return streams_[stream].get();
  }
  void OnFault(Fault fault) override { ++faults_[fault]; }

  std::shared_ptr<FrameBudget> room_ = std::make_shared<FrameBudget>();
  Session session_{*this, room_, 100, 8'000};
  std::unique_ptr<FixtureClient> client_ = std::make_unique<FixtureClient>();
  std::map<std::int32_t, std::unique_ptr<RecordingStream>> streams_;
  std::map<Fault, int> faults_;
  Millis now_{10'000};
  bool alive_ = true;
  bool refuses_ = false;
  int requests_ = 0;
  int goaway_ = -1;
  int resets_ = 0;
  std::size_t heard_ = 0;
};

const std::string kHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: keep-alive\r\n"
    "Transfer-Encoding: chunked\r\nX-Two: a: b\r\n";

TEST_F(SessionTest, ExchangesRequestAndResponse) {
  const std::int32_t stream = client_->Post("/a", "hello", {{"x", "y"}});
  Talk();
  ASSERT_EQ(requests_, 1);
  RecordingStream& seen = *streams_[stream];
  EXPECT_TRUE(seen.head && seen.ended);
  EXPECT_EQ(seen.body, "hello");
  EXPECT_EQ(seen.fields.size(), 5U);
  EXPECT_EQ(seen.fields.back(), std::make_pair(std::string("x"), std::string("y")));
  seen.output = std::string(100'000, 'b');
  session_.Respond(stream, 200, kHead, "now", true);
  Talk();
  const FixtureClient::Answer& answer = client_->answer(stream);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body.size(), 100'000U);
  EXPECT_TRUE(answer.over && seen.closed);
  // Lower-case names, and no connection-specific fields (RFC 9113 section 8.2).
  const FixtureClient::Fields expected{
      {":status", "200"}, {"content-type", "text/plain"}, {"x-two", "a: b"}, {"date", "now"}};
  EXPECT_EQ(answer.fields, expected);
}

TEST_F(SessionTest, AnnouncesItsLimits) {
  Talk();
  EXPECT_EQ(client_->setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS), 100U);
  EXPECT_EQ(client_->setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE), 8'000U);
}

TEST_F(SessionTest, BlocksOnlyStreamWithoutWindow) {
  client_ =
      std::make_unique<FixtureClient>(FixtureClient::Options{.window = 10, .grants_window = false});
  const std::int32_t slow = client_->Get("/slow");
  const std::int32_t other = client_->Get("/other");
  Talk();
  streams_[slow]->output = std::string(1'000, 's');
  streams_[other]->output = "short";
  session_.Respond(slow, 200, kHead, "now", true);
  session_.Respond(other, 200, kHead, "now", true);
  Talk();
  EXPECT_EQ(client_->answer(slow).body.size(), 10U);
  EXPECT_TRUE(client_->answer(other).over);
  client_->GrantWindow(slow, 990);
  Talk();
  EXPECT_EQ(client_->answer(slow).body.size(), 1'000U);
  EXPECT_TRUE(client_->answer(slow).over);
}

TEST_F(SessionTest, ResumesWhenMoreOutputIsAvailable) {
  const std::int32_t stream = client_->Get("/events");
  Talk();
  RecordingStream& events = *streams_[stream];
  events.over = false;
  session_.Respond(stream, 200, kHead, "now", true);
  Talk();
  EXPECT_EQ(client_->answer(stream).status, 200);
  events.output = "one";
  session_.Resume(stream);
  Talk();
  EXPECT_EQ(client_->answer(stream).body, "one");
  EXPECT_FALSE(client_->answer(stream).over);
  events.over = true;
  session_.Resume(stream);
  Talk();
  EXPECT_TRUE(client_->answer(stream).over);
  EXPECT_EQ(client_->answer(stream).error, 0U);
}

TEST_F(SessionTest, RespondsBeforeRequestBodyEnds) {
  const std::int32_t stream = client_->SendRequest(
      {{":method", "POST"}, {":scheme", "https"}, {":authority", "a"}, {":path", "/"}}, true);
  Talk();
  EXPECT_FALSE(streams_[stream]->ended);
  session_.Respond(stream, 413, kHead, "now", false);
  Talk();
  EXPECT_EQ(client_->answer(stream).status, 413);
  EXPECT_TRUE(client_->answer(stream).over);
  EXPECT_TRUE(streams_[stream]->closed);
}

TEST_F(SessionTest, SharesFrameBufferBetweenSessions) {
  const std::int32_t stream = client_->Get("/a");
  Talk();
  streams_[stream]->output = std::string(60'000, 'b');
  session_.Respond(stream, 200, kHead + ("X: " + std::string(30'000, '~') + "\r\n"), "now", true);
  // The record is nearly full, so the next frame is postponed. Meanwhile others use the buffer.
  std::string heard;
  while (client_->answer(stream).body.size() < 60'000) {
    heard.clear();
    session_.WriteTo(heard, 16'384);
    std::fill(room_->bytes.begin(), room_->bytes.end(), std::uint8_t{0xaa});
    ASSERT_TRUE(client_->Receive(heard));
    const std::string said = client_->TakeOutput();
    if (!said.empty()) (void)session_.Receive(said, now_);
    ASSERT_FALSE(heard.empty() && said.empty());
  }
  Talk();
  EXPECT_EQ(client_->answer(stream).body, std::string(60'000, 'b'));
  EXPECT_EQ(client_->answer(stream).Field("x").size(), 30'000U);
  EXPECT_EQ(client_->answer(stream).error, 0U);
}

TEST_F(SessionTest, CompletesOpenStreamsAfterGoAway) {
  const std::int32_t stream = client_->Get("/a");
  Talk();
  session_.GoAway();
  Talk();
  EXPECT_EQ(client_->goaway(), 0);
  EXPECT_EQ(client_->last_stream(), stream);
  EXPECT_FALSE(session_.over());
  streams_[stream]->output = "body";
  session_.Respond(stream, 200, kHead, "now", true);
  Talk();
  EXPECT_EQ(client_->answer(stream).body, "body");
  EXPECT_TRUE(session_.over());
}

TEST_F(SessionTest, RefusesExcessStreamAndContinues) {
  refuses_ = true;
  const std::int32_t refused = client_->Get("/a");
  Talk();
  EXPECT_EQ(client_->answer(refused).error, NGHTTP2_REFUSED_STREAM);
  EXPECT_EQ(Faults(Fault::kRefused), 1);
  refuses_ = false;
  const std::int32_t taken = client_->Get("/a");
  Talk();
  EXPECT_TRUE(streams_[taken]->ended);
}

TEST_F(SessionTest, ResetsMalformedRequests) {
  const FixtureClient::Fields fine = GetFields("/");
  const auto with = [&](const std::string& name, const std::string& value) {
    FixtureClient::Fields fields = fine;
    fields.emplace_back(name, value);
    return fields;
  };
  Say(Preface());
  std::uint32_t stream = 1;
  for (const FixtureClient::Fields& fields :
       {with("Upper", "x"), with("connection", "close"), with("transfer-encoding", "chunked"),
        with("keep-alive", "1"), with("upgrade", "h2c"), with("te", "gzip"), with("", "x"),
        with("a b", "x"), with("x", std::string("a\0b", 3)), with("x", "a\r\nb"),
        with(":path", "/"), with(":unknown", "x"), with(":status", "200"),
        FixtureClient::Fields{{":method", "GET"}, {":path", "/"}},
        FixtureClient::Fields{{"a", "b"},
                              {":method", "GET"},
                              {":scheme", "https"},
                              {":path", "/"},
                              {":authority", "a"}}}) {
    const int before = resets_;
    EXPECT_TRUE(Say(Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | NGHTTP2_FLAG_END_STREAM,
                          stream, PlainFields(fields))))
        << fields.back().first;
    EXPECT_EQ(resets_, before + 1) << fields.back().first;
    if (streams_.contains(static_cast<std::int32_t>(stream))) {
      EXPECT_FALSE(streams_[static_cast<std::int32_t>(stream)]->head) << fields.back().first;
    }
    stream += 2;
  }
  EXPECT_EQ(Faults(Fault::kMalformed), 15);
  EXPECT_TRUE(Say(Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | NGHTTP2_FLAG_END_STREAM, stream,
                        PlainFields(fine))));
  EXPECT_TRUE(streams_[static_cast<std::int32_t>(stream)]->ended);
}

TEST_F(SessionTest, RejectsNonHttp2Client) {
  EXPECT_FALSE(Say("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_EQ(Faults(Fault::kProtocol), 1);
}

/// A frame sequence to repeat until the session ends, and the maximum number of repetitions.
struct Flood {
  const char* name;
  std::string (*frames)(std::uint32_t stream);
  int most;
};

class FloodTest : public SessionTest, public ::testing::WithParamInterface<Flood> {};

std::string Open(std::uint32_t stream, std::uint8_t flags) {
  return Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | flags, stream,
               PlainFields(GetFields("/")));
}

INSTANTIATE_TEST_SUITE_P(
    All, FloodTest,
    ::testing::Values(
        Flood{"RapidReset",
              [](std::uint32_t stream) {
                return Open(stream, NGHTTP2_FLAG_END_STREAM) +
                       Frame(NGHTTP2_RST_STREAM, 0, stream, Number32(NGHTTP2_CANCEL));
              },
              150},
        // CVE-2025-8671: invalid frames on a stream make the server reset it.
        Flood{"MadeYouReset",
              [](std::uint32_t stream) {
                return Open(stream, 0) +
                       Frame(NGHTTP2_WINDOW_UPDATE, 0, stream, Number32(0x7fffffff));
              },
              150},
        Flood{"MadeYouResetByNoIncrement",
              [](std::uint32_t stream) {
                return Open(stream, 0) + Frame(NGHTTP2_WINDOW_UPDATE, 0, stream, Number32(0));
              },
              150},
        Flood{"Pings", [](std::uint32_t) { return Frame(NGHTTP2_PING, 0, 0, "12345678"); }, 250},
        Flood{"Pongs",
              [](std::uint32_t) { return Frame(NGHTTP2_PING, NGHTTP2_FLAG_ACK, 0, "12345678"); },
              250},
        Flood{"Settings", [](std::uint32_t) { return Frame(NGHTTP2_SETTINGS, 0, 0, {}); }, 60},
        Flood{"Priorities",
              [](std::uint32_t stream) {
                return Frame(NGHTTP2_PRIORITY, 0, stream, std::string(5, '\1'));
              },
              1'100},
        Flood{"Windows",
              [](std::uint32_t) { return Frame(NGHTTP2_WINDOW_UPDATE, 0, 0, Number32(1)); }, 1'100},
        Flood{"Unknown", [](std::uint32_t) { return Frame(0x77, 0, 0, std::string(1'000, 'u')); },
              1'100},
        Flood{"EmptyData",
              [](std::uint32_t stream) {
                return (stream == 1 ? Open(1, 0) : std::string()) + Frame(NGHTTP2_DATA, 0, 1, {});
              },
              250},
        Flood{"TinyData",
              [](std::uint32_t stream) {
                return (stream == 1 ? Open(1, 0) : std::string()) + Frame(NGHTTP2_DATA, 0, 1, "x");
              },
              1'100},
        Flood{"EmptyHeaders",
              [](std::uint32_t stream) {
                return Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | NGHTTP2_FLAG_END_STREAM,
                             stream, {});
              },
              150},
        Flood{"NamelessHeaders",
              [](std::uint32_t stream) {
                return Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, stream,
                             std::string(3 * 1'000, '\0'));
              },
              150},
        Flood{"Continuations",
              [](std::uint32_t stream) {
                return stream == 1 ? Frame(NGHTTP2_HEADERS, 0, 1, PlainFields(GetFields("/")))
                                   : Frame(NGHTTP2_CONTINUATION, 0, 1, PlainFields({{"x", "y"}}));
              },
              30}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_P(FloodTest, ClosesSessionEarly) {
  ASSERT_TRUE(Say(Preface()));
  int times = 0;
  for (std::uint32_t stream = 1; times < 5'000 && Say(GetParam().frames(stream)); stream += 2) {
    ++times;
  }
  EXPECT_LE(times, GetParam().most);
  EXPECT_EQ(Faults(Fault::kFlood) + Faults(Fault::kProtocol), 1);
  // The output must not exceed the input.
  EXPECT_LT(heard_, 40'000U);
}

TEST_F(SessionTest, LimitsDecompressedHeaders) {
  // HPACK: one field enters the table, then each byte expands to that field.
  std::string block = PlainFields(GetFields("/"));
  block += '\x40';
  block += "\x01x\x7f\xa1\x1e";
  block += std::string(4'000, 'v');
  block += std::string(11'000, '\xbe');
  ASSERT_TRUE(Say(Preface()));
  EXPECT_FALSE(Say(Frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, 1, block)));
  EXPECT_EQ(goaway_, NGHTTP2_ENHANCE_YOUR_CALM);
  EXPECT_LT(streams_[1]->fields.size(), 2'000U);
  EXPECT_EQ(Faults(Fault::kFlood), 1);
}

TEST_F(SessionTest, AllowsManyAnsweredRequests) {
  for (int i = 0; i < 3'000; ++i) {
    const std::int32_t stream = client_->Get("/");
    Talk();
    streams_[stream]->served = true;
    session_.Respond(stream, 204, kHead, "now", false);
    Talk();
    // One in three is cancelled, as when a user leaves a page.
    if (i % 3 != 0) continue;
    const std::int32_t left = client_->Get("/events");
    Talk();
    streams_[left]->served = true;
    streams_[left]->over = false;
    session_.Respond(left, 200, kHead, "now", true);
    Talk();
    client_->Reset(left);
    Talk();
  }
  EXPECT_TRUE(alive_);
  EXPECT_EQ(client_->goaway(), -1);
  EXPECT_EQ(Faults(Fault::kCancelled), 1'000);
}

}  // namespace
}  // namespace prichal::http::h2
