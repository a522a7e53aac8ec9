// Requests that could exhaust the memory: incomplete, too large, or with too many IDs.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "base/telemetry/exposition.h"
#include "base/tests/fixture_await.h"
#include "tests/fixtures/abuse_fixture.h"

/// Allocated bytes. Exists only in sanitizer builds.
extern "C" [[gnu::weak]] std::size_t __sanitizer_get_current_allocated_bytes();

namespace prichal::bridge {
namespace {

using AbuseMemory = AbuseTest;

/// Memory of this process. Sanitizers keep freed memory resident for a while, so with them this is
/// the allocated memory.
double MemoryBytes() {
  return __sanitizer_get_current_allocated_bytes != nullptr
             ? static_cast<double>(__sanitizer_get_current_allocated_bytes())
             : telemetry::ReadProcess().resident_bytes;
}

TEST_F(AbuseMemory, TimesOutIncompleteHeaders) {
  Start({}, {.header_deadline = Millis(1000)});
  std::vector<RawClient> slow;
  for (int i = 0; i < 200; ++i) {
    slow.push_back(Connect());
    slow.back().Send("GET /bridge/events?client_id=" + std::string(1000, 'a'));
  }
  ExpectServing();
  for (RawClient& client : slow) EXPECT_EQ(StatusOf(client.ReadAll()), 408);
  Await("the bodies are released", [&] { return server().Stats().request_bytes == 0; });
}

TEST_F(AbuseMemory, LimitsTotalMemoryOfPartialBodies) {
  constexpr std::size_t kPart = 20'000;
  Start({.body_limit = 1'000'000}, {.request_bytes = 5 * (kPart + 1000)});
  const std::string head = "POST /bridge/message?client_id=" + Id(1) + "&to=" + Id(2) +
                           "&ttl=60 HTTP/1.1\r\nHost: a\r\n" + kOrigin;
  std::vector<RawClient> slow;
  for (std::size_t i = 0; i < 5; ++i) {
    slow.push_back(Connect());
    // With Content-Length and chunked.
    slow.back().Send(head + (i % 2 == 0 ? "Content-Length: 1000000\r\n\r\n"
                                        : "Transfer-Encoding: chunked\r\n\r\nf4240\r\n"));
    slow.back().Send(std::string(kPart, 'x'));
    Await("the part of the body arrives",
          [&] { return server().Stats().request_bytes > (i + 1) * kPart; });
  }
  RawClient late = Connect();
  late.Send(head + "Content-Length: 1000000\r\n\r\n" + std::string(kPart, 'x'));
  const std::string refused = late.ReadAll();
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(server().Stats().requests_over_budget, 1U);
  ExpectServing();
  slow.clear();
  Await("the bodies are released", [&] { return server().Stats().request_bytes == 0; });
}

TEST_F(AbuseMemory, DiscardsInputDuringStream) {
  Start({.lifetime = Millis(1'000), .lifetime_jitter = Millis(1'000)}, {.request_bytes = 50'000});
  std::vector<RawClient> streams;
  for (int i = 0; i < 20; ++i) {
    // Different IDs, because an excess stream of one ID ends the oldest, whose input may still be
    // unread.
    streams.push_back(Listen(Id(i)));
    // With the request, after it, and in part.
    streams.back().Send(Get("/bridge/nothing") + std::string(10'000, 'x'));
  }
  RawClient at_once = Connect();
  at_once.Send(Get(EventsPath(Id(20))) + Get("/bridge/nothing"));
  ExpectServing();
  EXPECT_EQ(server().Stats().request_bytes, 0U);
  streams.push_back(std::move(at_once));
  // The discarded bytes may be half a request, so no connection is reused after its stream.
  for (RawClient& stream : streams) {
    const std::string all = stream.ReadAll();
    EXPECT_TRUE(all.ends_with("0\r\n\r\n")) << all;
    EXPECT_EQ(all.find("HTTP/1.1 404"), std::string::npos) << all;
  }
}

TEST_F(AbuseMemory, RejectsLargeBodiesBeforeBuffering) {
  Start({.body_limit = 100'000});
  const std::string head = "POST /bridge/message?client_id=" + Id(1) + "&to=" + Id(2) +
                           "&ttl=60 HTTP/1.1\r\nHost: a\r\n";
  RawClient announced = Connect();
  announced.Send(head + "Content-Length: 67108864\r\n\r\n");
  EXPECT_EQ(StatusOf(announced.ReadAll()), 413);
  RawClient chunked = Connect();
  chunked.Send(head + "Transfer-Encoding: chunked\r\n\r\n4000000\r\n" + std::string(50'000, 'x'));
  EXPECT_EQ(StatusOf(chunked.ReadAll()), 413);
  RawClient many_chunks = Connect();
  many_chunks.Send(head + "Transfer-Encoding: chunked\r\n\r\n");
  const std::string piece = "2710\r\n" + std::string(10'000, 'x') + "\r\n";
  for (int i = 0; i < 20; ++i) many_chunks.Send(piece);
  EXPECT_EQ(StatusOf(many_chunks.ReadAll()), 413);
  EXPECT_EQ(service().Stats().messages_waiting, 0U);
  Await("the input is released", [&] { return server().Stats().request_bytes == 0; });
}

TEST_F(AbuseMemory, RejectsLongIds) {
  Start();
  const std::string long_id(200'000, 'a');
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(long_id)))), 414);
  EXPECT_EQ(StatusOf(Ask(PostRequest(long_id, Id(1), "x"))), 414);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), long_id, "x"))), 414);
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(Id(1)), "X-Long: " + long_id + "\r\n"))), 431);
  EXPECT_EQ(service().Stats().mailboxes, 0U);
  Await("the request is released", [&] { return server().Stats().request_bytes == 0; });
  ExpectServing();
}

TEST_F(AbuseMemory, KeepsNoMemoryForHostValues) {
  Start();
  constexpr int kBatch = 100;
  RawClient client = Connect();
  const auto ask = [&](int from) {
    std::string batch;
    for (int i = from; i < from + kBatch; ++i) {
      batch += "GET /bridge/" + std::to_string(i) + " HTTP/1.1\r\nHost: " + std::to_string(i) +
               ".example\r\nUser-Agent: " + std::to_string(i) + "\r\n\r\n";
    }
    client.Send(batch);
    for (int i = 0; i < kBatch; ++i) EXPECT_EQ(StatusOf(client.ReadResponse()), 404);
  };
  ask(0);
  const double before = MemoryBytes();
  for (int i = 1; i < 1000; ++i) ask(i * kBatch);
  EXPECT_LT(MemoryBytes(), before + 8'000'000);
  EXPECT_EQ(service().Stats().mailboxes, 0U);
}

TEST_F(AbuseMemory, LimitsTotalIds) {
  Start({.total_ids = 1000, .total_bytes = 1024 * 1024});
  const auto ids = [](int from) {
    std::string list = Id(from);
    for (int i = from + 1; i < from + 200; ++i) list.append(",").append(Id(i));
    return list;
  };
  std::vector<RawClient> streams;
  for (int i = 0; i < 5; ++i) streams.push_back(Listen(ids(i * 200)));
  const std::string refused = Ask(Get(EventsPath(Id(9999)), kOrigin));
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(service().Stats().ids_full, 1U);
  streams.pop_back();
  Await("a stream is admitted", [&] {
    RawClient stream = Connect();
    stream.Send(Get(EventsPath(Id(9999))));
    return StatusOf(stream.ReadUntil("\r\n\r\n")) == 200;
  });

  // Pending messages are limited for all receivers together.
  RawClient sender = Connect();
  int accepted = 0;
  while (StatusOf(sender.Ask(PostRequest(Id(1), Id(100'000 + accepted), ""))) == 200) ++accepted;
  EXPECT_GT(accepted, 500);
  EXPECT_LT(service().Stats().bytes_waiting, 1024U * 1024);
  EXPECT_GE(service().Stats().store_full, 1U);
}

}  // namespace
}  // namespace prichal::bridge
