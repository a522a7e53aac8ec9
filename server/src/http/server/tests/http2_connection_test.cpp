// HTTP/2 over a fake transport that can be short, slow, full or reset.

#include "http/connection/http2_connection.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/h2/tests/fixture_client.h"
#include "http/server/tests/fixture_connection.h"

namespace prichal::http {
namespace {

using h2::FixtureClient;

class Http2ConnectionTest : public testing::ConnectionTest {
 protected:
  Http2ConnectionTest() { wire_.opens = true; }

  void Open(const FixtureClient::Options& options = {}) {
    client_ = std::make_unique<FixtureClient>(options);
    Connect();
    Report(Readiness::kReadable);
    Talk();
  }
  /// Exchanges bytes until neither side has output.
  void Talk() {
    while (true) {
      const std::string said = client_->TakeOutput();
      if (!said.empty()) SendBytes(said);
      const std::string heard = std::exchange(wire_.output, {});
      if (said.empty() && heard.empty()) return;
      ASSERT_TRUE(client_->Receive(heard));
    }
  }
  void Use(const ServerOptions& options) {
    Turn([&] { loop_->SetOptions(std::make_shared<const ServerOptions>(options)); });
  }
  [[nodiscard]] const FixtureClient::Answer& answer(std::int32_t stream) {
    return client_->answer(stream);
  }
  [[nodiscard]] std::uint64_t Faults(h2::Fault fault) {
    return loop_->counters().http2_faults.at(static_cast<std::size_t>(fault)).Get();
  }
  [[nodiscard]] std::uint64_t exchanges() { return loop_->counters().http2_exchanges.Get(); }
  [[nodiscard]] std::uint64_t streams() { return loop_->counters().streams.Get(); }
  [[nodiscard]] std::size_t places() const { return shared_.connections.load(); }

  std::unique_ptr<FixtureClient> client_;
};

TEST_F(Http2ConnectionTest, RespondsToByteByByteInput) {
  wire_.a_send = 1;
  wire_.interrupts = 3;
  Open();
  const std::int32_t stream = client_->Post("/hello", "body");
  for (const char c : client_->TakeOutput()) SendBytes({c});
  Talk();
  EXPECT_EQ(answer(stream).status, 200);
  EXPECT_EQ(answer(stream).body, "/hello");
  EXPECT_TRUE(answer(stream).over);
  EXPECT_EQ(answer(stream).Field("content-length"), "6");
  EXPECT_TRUE(answer(stream).Field("date").ends_with(" GMT"));
  EXPECT_EQ(exchanges(), 0U);
  EXPECT_EQ(loop_->counters().http2_requests.Get(), 1U);
  EXPECT_EQ(shared_.request_bytes.load(), 0U);
}

TEST_F(Http2ConnectionTest, DelayedResponseBlocksNoOtherStream) {
  Open();
  const std::int32_t late = client_->Get("/later");
  const std::int32_t soon = client_->Get("/soon");
  Talk();
  EXPECT_TRUE(answer(soon).over);
  EXPECT_EQ(answer(late).status, 0);
  Turn([&] { loop_->Respond(handler_.later, handler_.Reply("at last")); });
  Talk();
  EXPECT_EQ(answer(late).body, "at last");
  // An answered request cannot be answered again.
  Turn([&] { loop_->Respond(handler_.later, handler_.Reply("again")); });
  Talk();
  EXPECT_EQ(answer(late).body, "at last");
}

TEST_F(Http2ConnectionTest, DropsResponseOfCancelledRequest) {
  Open();
  const std::int32_t late = client_->Get("/later");
  Talk();
  client_->Reset(late);
  Talk();
  EXPECT_EQ(exchanges(), 0U);
  Turn([&] { loop_->Respond(handler_.later, handler_.Reply("too late")); });
  EXPECT_EQ(Faults(h2::Fault::kCancelled), 1U);
  // A request that is sent and cancelled within one read is never handled.
  const int before = handler_.requests;
  std::string both;
  const std::int32_t gone = client_->Get("/a");
  both += client_->TakeOutput();
  client_->Reset(gone);
  both += client_->TakeOutput();
  SendBytes(both);
  EXPECT_EQ(handler_.requests, before);
}

TEST_F(Http2ConnectionTest, AnswersHeadLikeGetWithoutBody) {
  Open();
  FixtureClient::Fields fields = h2::GetFields("/hello");
  fields.front().second = "HEAD";
  const std::int32_t stream = client_->SendRequest(fields);
  Talk();
  EXPECT_EQ(answer(stream).Field("content-length"), "6");
  EXPECT_EQ(answer(stream).body, "");
  EXPECT_TRUE(answer(stream).over);
}

TEST_F(Http2ConnectionTest, ErrorEndsOnlyItsRequest) {
  Open();
  const std::int32_t large = client_->Post("/", std::string(1'001, 'x'));
  const std::int32_t announced = client_->Post("/", "x", {{"content-length", "1001"}});
  const std::int32_t other = client_->Get("relative");
  const std::int32_t fine = client_->Post("/fine", std::string(1'000, 'x'));
  Talk();
  EXPECT_EQ(answer(large).status, 413);
  EXPECT_EQ(answer(announced).status, 0) << "the body was not as long as was said";
  EXPECT_NE(answer(other).error, 0U) << "nghttp2 knows that this is no path";
  EXPECT_EQ(answer(fine).body, "/fine");
  EXPECT_EQ(exchanges(), 0U);
  EXPECT_EQ(shared_.request_bytes.load(), 0U);
}

TEST_F(Http2ConnectionTest, SendsEarlyHintsToNavigations) {
  Open();
  const std::int32_t page = client_->Get("/page", {{"sec-fetch-mode", "navigate"}});
  const std::int32_t script = client_->Get("/page", {{"sec-fetch-mode", "cors"}});
  Talk();
  ASSERT_EQ(answer(page).informed.size(), 1U);
  EXPECT_EQ(answer(page).informed[0].first, 103);
  const FixtureClient::Fields expected{{":status", "103"}, {"link", "</a.js>; rel=modulepreload"}};
  EXPECT_EQ(answer(page).informed[0].second, expected);
  EXPECT_EQ(answer(page).status, 200);
  EXPECT_TRUE(answer(script).informed.empty());
}

TEST_F(Http2ConnectionTest, SendsContinueIfExpected) {
  Open();
  FixtureClient::Fields fields = h2::GetFields("/");
  fields.front().second = "POST";
  fields.emplace_back("expect", "100-continue");
  const std::int32_t stream = client_->SendRequest(fields, true);
  Talk();
  ASSERT_EQ(answer(stream).informed.size(), 1U);
  EXPECT_EQ(answer(stream).informed[0].first, 100);
}

TEST_F(Http2ConnectionTest, CarriesOneHundredStreams) {
  Open();
  std::vector<std::int32_t> all;
  for (int i = 0; i < 100; ++i) all.push_back(client_->Get("/stream"));
  Talk();
  EXPECT_EQ(streams(), 100U);
  // Each stream except the first counts as a connection, as over HTTP/1.1.
  EXPECT_EQ(places(), 100U);
  Pass(Millis(10'001));
  for (int i = 0; i < 40; ++i) Pass(Millis(1));
  Talk();
  for (const std::int32_t stream : all) EXPECT_EQ(answer(stream).body, "beat");
  client_->Reset(all[0]);
  Talk();
  EXPECT_EQ(streams(), 99U);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  handler_.seen.end.reset();
}

TEST_F(Http2ConnectionTest, EndsOnlySlowStream) {
  handler_.kind.max_queued_bytes = 1'000;
  Open({.window = 100, .grants_window = false});
  const std::int32_t slow = client_->Get("/stream");
  Talk();
  Turn([&] {
    Stream* stream = loop_->FindStream(handler_.begun);
    ASSERT_NE(stream, nullptr);
    EXPECT_TRUE(stream->Send(Share(std::string(600, 'x'))));
  });
  Talk();
  EXPECT_EQ(answer(slow).body.size(), 100U);
  const std::int32_t other = client_->Get("/a");
  Talk();
  EXPECT_TRUE(answer(other).over);
  Turn([&] {
    Stream* stream = loop_->FindStream(handler_.begun);
    ASSERT_NE(stream, nullptr);
    EXPECT_FALSE(stream->Send(Share(std::string(600, 'y'))));
    EXPECT_EQ(loop_->FindStream(handler_.begun), nullptr);
  });
  EXPECT_EQ(handler_.seen.end, StreamEnd::kTooSlow);
  EXPECT_EQ(loop_->counters().streams_too_slow.Get(), 1U);
  // Pending output is still sent, followed by a clean end.
  client_->GrantWindow(slow, 10'000);
  Talk();
  EXPECT_EQ(answer(slow).body, std::string(600, 'x'));
  EXPECT_TRUE(answer(slow).over);
  EXPECT_EQ(answer(slow).error, 0U);
  EXPECT_EQ(exchanges(), 0U);
}

TEST_F(Http2ConnectionTest, ResetsStreamWithClosedWindow) {
  Open({.window = 0, .grants_window = false});
  const std::int32_t answered = client_->Get("/a");
  const std::int32_t events = client_->Get("/stream");
  Talk();
  Turn([&] { loop_->FindStream(handler_.begun)->Send(Share("event")); });
  Talk();
  EXPECT_EQ(answer(answered).status, 200);
  EXPECT_EQ(exchanges(), 2U);
  for (int i = 0; i < 5; ++i) {
    Pass(Millis(10'001));
    Talk();
  }
  EXPECT_NE(answer(answered).error, 0U);
  EXPECT_NE(answer(events).error, 0U);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_EQ(Faults(h2::Fault::kStalled), 2U);
  EXPECT_EQ(exchanges(), 0U);
  EXPECT_EQ(streams(), 0U);
  EXPECT_FALSE(wire_.closed);
}

TEST_F(Http2ConnectionTest, NotifiesWhenOutputDrained) {
  Open();
  const std::int32_t stream = client_->Get("/stream");
  Talk();
  const int before = handler_.seen.drained;
  handler_.seen.answers_to_drain = 2;
  Turn([&] { loop_->FindStream(handler_.begun)->Send(Share("one")); });
  for (int i = 0; i < 5; ++i) Turn();
  Talk();
  EXPECT_EQ(answer(stream).body, "onemoremore");
  EXPECT_EQ(handler_.seen.drained, before + 3);
}

TEST_F(Http2ConnectionTest, TimesOutClientThatReadsNothing) {
  Open();
  wire_.room = 0;
  const std::int32_t stream = client_->Get("/stream");
  (void)stream;
  SendBytes(client_->TakeOutput());
  EXPECT_EQ(streams(), 1U);
  EXPECT_TRUE(wire_.awaits_writable);
  Pass(Millis(30'051));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_EQ(streams(), 0U);
  EXPECT_EQ(places(), 0U);
  EXPECT_EQ(exchanges(), 0U);
}

TEST_F(Http2ConnectionTest, LosesNothingOnPartialWrites) {
  Open();
  wire_.room = 10;
  const std::int32_t stream = client_->Get("/big");
  SendBytes(client_->TakeOutput());
  std::string heard;
  for (int i = 0; i < 10'000 && !answer(stream).over; ++i) {
    if (wire_.awaits_writable) TakeMore(997);
    ASSERT_TRUE(client_->Receive(std::exchange(wire_.output, {})));
    const std::string said = client_->TakeOutput();
    if (!said.empty()) SendBytes(said);
  }
  EXPECT_EQ(answer(stream).body.size(), 200'000U);
}

TEST_F(Http2ConnectionTest, EnforcesHttp11Deadlines) {
  Open();
  FixtureClient::Fields fields = h2::GetFields("/");
  fields.front().second = "POST";
  const std::int32_t body = client_->SendRequest(fields, true);
  const std::int32_t never = client_->Get("/later");
  Talk();
  Pass(Millis(15'051));
  Talk();
  EXPECT_EQ(answer(body).status, 408);
  Pass(Millis(15'051));
  Talk();
  EXPECT_EQ(answer(never).status, 503);
  EXPECT_EQ(answer(never).Field("retry-after"), "5");
  EXPECT_EQ(loop_->counters().timeouts.Get(), 2U);
  // Pings do not count as requests.
  for (int i = 0; i < 5; ++i) {
    Pass(Millis(11'000));
    client_->Ping();
    Talk();
  }
  EXPECT_FALSE(wire_.closed);
  Pass(Millis(5'051));
  EXPECT_TRUE(wire_.closed);
  ASSERT_TRUE(client_->Receive(std::exchange(wire_.output, {})));
  EXPECT_EQ(client_->goaway(), 0);
}

TEST_F(Http2ConnectionTest, TimesOutConnectionWithoutRequest) {
  Open();
  Pass(Millis(10'051));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(loop_->counters().timeouts.Get(), 1U);
}

TEST_F(Http2ConnectionTest, TimesOutIncompleteHeaders) {
  Open();
  SendBytes(h2::Frame(NGHTTP2_HEADERS, 0, 1, h2::PlainFields(h2::GetFields("/"))));
  EXPECT_GT(shared_.request_bytes.load(), 0U);
  Pass(Millis(10'051));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(shared_.request_bytes.load(), 0U);
}

TEST_F(Http2ConnectionTest, ForgetsRequestThatIsAnsweredBeforeItsBody) {
  // The closed window keeps the stream open after its response.
  Open({.window = 0, .grants_window = false});
  FixtureClient::Fields fields = h2::GetFields("/guarded");
  fields.front().second = "POST";
  const std::int32_t stream = client_->SendRequest(fields, true);
  // The header arrives in two reads, so that its bytes count before it is complete.
  const std::string header = client_->TakeOutput();
  SendBytes(header.substr(0, header.size() - 1));
  EXPECT_GT(shared_.request_bytes.load(), 0U);
  SendBytes(header.substr(header.size() - 1));
  Talk();
  EXPECT_EQ(answer(stream).status, 200);
  EXPECT_EQ(exchanges(), 1U);
  EXPECT_EQ(shared_.request_bytes.load(), 0U);
}

TEST_F(Http2ConnectionTest, LimitsMemoryOfPartialRequests) {
  Open();
  ServerOptions options = Options();
  options.request_bytes = 1'000;
  Use(options);
  FixtureClient::Fields fields = h2::GetFields("/");
  fields.front().second = "POST";
  std::vector<std::int32_t> asked;
  for (int i = 0; i < 30; ++i) asked.push_back(client_->SendRequest(fields, true));
  Talk();
  int refused = 0;
  for (const std::int32_t stream : asked) refused += answer(stream).status == 503 ? 1 : 0;
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 30);
  EXPECT_LE(shared_.request_bytes.load(), 1'000U);
  EXPECT_EQ(loop_->counters().requests_over_budget.Get(), static_cast<std::uint64_t>(refused));
}

TEST_F(Http2ConnectionTest, RefusesExcessStreamsUntilOneCloses) {
  Open();
  ServerOptions options = Options();
  options.max_connections = 3;
  Use(options);
  std::vector<std::int32_t> asked;
  for (int i = 0; i < 5; ++i) asked.push_back(client_->Get("/stream"));
  Talk();
  EXPECT_EQ(streams(), 3U);
  EXPECT_EQ(answer(asked[3]).error, NGHTTP2_REFUSED_STREAM);
  EXPECT_EQ(answer(asked[4]).error, NGHTTP2_REFUSED_STREAM);
  EXPECT_EQ(Faults(h2::Fault::kRefused), 2U);
  client_->Reset(asked[0]);
  Talk();
  client_->Get("/stream");
  Talk();
  EXPECT_EQ(streams(), 3U);
}

TEST_F(Http2ConnectionTest, DrainsWithGoAway) {
  Open();
  const std::int32_t events = client_->Get("/stream");
  const std::int32_t late = client_->Get("/later");
  Talk();
  Turn([&] { loop_->BeginDrain(); });
  Talk();
  EXPECT_EQ(client_->goaway(), 0);
  EXPECT_EQ(client_->last_stream(), late);
  EXPECT_TRUE(answer(events).over);
  EXPECT_EQ(answer(events).error, 0U);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kDrained);
  EXPECT_FALSE(wire_.closed) << "one is still to be answered";
  Turn([&] { loop_->Respond(handler_.later, handler_.Reply("last")); });
  ASSERT_TRUE(client_->Receive(std::exchange(wire_.output, {})));
  EXPECT_EQ(answer(late).body, "last");
  Turn();
  EXPECT_TRUE(wire_.closed);
}

TEST_F(Http2ConnectionTest, ShedsIdleConnections) {
  Open();
  const std::int32_t stream = client_->Get("/stream");
  Talk();
  Turn([&] { loop_->CloseIdleConnections(); });
  EXPECT_FALSE(wire_.closed);
  client_->Reset(stream);
  Talk();
  Pass(Millis(200));
  Turn([&] { loop_->CloseIdleConnections(); });
  EXPECT_TRUE(wire_.closed);
  ASSERT_TRUE(client_->Receive(wire_.output));
  EXPECT_EQ(client_->goaway(), 0);
}

TEST_F(Http2ConnectionTest, ClosesFloodingConnection) {
  Open();
  const std::int32_t events = client_->Get("/stream");
  (void)events;
  Talk();
  std::string flood;
  for (int i = 0; i < 300; ++i) flood += h2::Frame(NGHTTP2_PING, 0, 0, "12345678");
  SendBytes(flood);
  Turn();
  ASSERT_TRUE(client_->Receive(std::exchange(wire_.output, {})));
  EXPECT_EQ(client_->goaway(), NGHTTP2_ENHANCE_YOUR_CALM);
  EXPECT_EQ(Faults(h2::Fault::kFlood), 1U);
  EXPECT_EQ(handler_.seen.end, StreamEnd::kPeerGone);
  EXPECT_TRUE(wire_.sending_ended);
  Pass(Millis(2'051));
  EXPECT_TRUE(wire_.closed);
  EXPECT_EQ(places(), 0U);
}

TEST_F(Http2ConnectionTest, HandlerErrorFailsOnlyItsRequest) {
  Open();
  const std::int32_t bad = client_->Get("/throw");
  const std::int32_t fine = client_->Get("/fine");
  Talk();
  EXPECT_EQ(answer(bad).status, 500);
  EXPECT_EQ(answer(fine).status, 200);
}

TEST_F(Http2ConnectionTest, DrainAnswersRequestsThatHaveArrivedAndNamesTheLastOne) {
  Open();
  (void)client_->Get("/first");
  Talk();
  const std::int32_t second = client_->Get("/second");
  // The request has arrived, and the loop has not been notified yet.
  wire_.input.push_back(client_->TakeOutput());
  Turn([&] { loop_->BeginDrain(); });
  ASSERT_TRUE(client_->Receive(std::exchange(wire_.output, {})));
  EXPECT_EQ(answer(second).body, "/second");
  EXPECT_EQ(client_->last_stream(), second);
  EXPECT_TRUE(wire_.closed);
}

}  // namespace
}  // namespace prichal::http
