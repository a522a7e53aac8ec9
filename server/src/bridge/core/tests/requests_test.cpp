#include "bridge/core/requests.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace prichal::bridge {
namespace {

const std::string kA(64, 'a');
const std::string kB = std::string(32, 'B') + std::string(32, '1');

Result<EventsRequest, BadRequest> ParseEvents(const std::string& query,
                                              std::string_view header = {}) {
  return ParseEventsRequest(query, header, 3);
}

Result<MessageRequest, BadRequest> ParseMessage(const std::string& query) {
  static RandomSource random;
  return ParseMessageRequest(query, {.most = Millis(300'000), .zero = true},
                             Millis(1'700'000'000'000), random);
}

std::string EventsError(const std::string& query, std::string_view header = {}) {
  const auto request = ParseEvents(query, header);
  return request ? "accepted" : request.error().message;
}

std::string MessageError(const std::string& query) {
  const auto request = ParseMessage(query);
  return request ? "accepted" : request.error().message;
}

TEST(EventsRequest, UsesDefaults) {
  const auto request = ParseEvents("client_id=" + kA + "&unknown=1");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->ids, std::vector{*ClientId::Parse(kA)});
  EXPECT_EQ(request->after, 0);
  EXPECT_EQ(request->heartbeat, Heartbeat::kLegacy);
  EXPECT_FALSE(request->queue_done);
}

TEST(EventsRequest, KeepsOrderOfIdsWithoutDuplicates) {
  const auto request = ParseEvents("client_id=" + kB + "," + kA + "," + kB + "&client_id=ignored");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->ids, (std::vector{*ClientId::Parse(kB), *ClientId::Parse(kA)}));
  std::string four;
  for (const char c : {'1', '2', '3', '4'}) four += std::string(64, c) + ",";
  four.pop_back();
  EXPECT_EQ(ParseEvents("client_id=" + four).error().status, 414);
}

TEST(EventsRequest, PrefersLastEventIdHeaderUnlessEmpty) {
  const std::string ids = "client_id=" + kA;
  EXPECT_EQ(ParseEvents(ids + "&last_event_id=5", "7")->after, 7);
  EXPECT_EQ(ParseEvents(ids + "&last_event_id=5", "0")->after, 5);
  EXPECT_EQ(ParseEvents(ids + "&last_event_id=5", "")->after, 5);
  EXPECT_EQ(ParseEvents(ids + "&last_event_id=-5")->after, -5);
  EXPECT_EQ(ParseEvents(ids + "&last_event_id=9223372036854775807")->after, INT64_MAX);
  EXPECT_EQ(ParseEvents(ids + "&last_event_id=x", "7")->after, 7);
}

TEST(EventsRequest, ReportsErrorsInOfficialOrder) {
  const std::string heartbeat = "invalid heartbeat type. Supported: legacy and message";
  const std::string address = "param \"client_id\" must be a valid public address, error: ";
  EXPECT_EQ(EventsError("heartbeat=x&last_event_id=x", "x"), heartbeat);
  EXPECT_EQ(EventsError("heartbeat=&client_id=" + kA), heartbeat);
  EXPECT_EQ(EventsError("heartbeat=Message&client_id=" + kA), heartbeat);
  EXPECT_EQ(EventsError("last_event_id=x", "x"), "Last-Event-ID should be int");
  EXPECT_EQ(EventsError("last_event_id=x"), "last_event_id should be int");
  EXPECT_EQ(EventsError("last_event_id=&client_id=" + kA), "last_event_id should be int");
  EXPECT_EQ(EventsError("last_event_id=9223372036854775808"), "last_event_id should be int");
  EXPECT_EQ(EventsError(""), "param \"client_id\" not present");
  EXPECT_EQ(EventsError("Client_id=" + kA), "param \"client_id\" not present");
  EXPECT_EQ(EventsError("client_id="), address + "public address must be 64 characters long");
  EXPECT_EQ(EventsError("client_id=" + kA + ","),
            address + "public address must be 64 characters long");
  EXPECT_EQ(EventsError("client_id=" + std::string(64, 'x')),
            address + "public address must be a valid hex string");
}

TEST(EventsRequest, ParsesOptions) {
  const auto request =
      ParseEvents("client_id=" + kA + "&heartbeat=message&enable_queue_done_event=TRUE");
  EXPECT_EQ(request->heartbeat, Heartbeat::kMessage);
  EXPECT_TRUE(request->queue_done);
  EXPECT_FALSE(ParseEvents("client_id=" + kA + "&enable_queue_done_event=1")->queue_done);
}

TEST(MessageRequest, AcceptsValidRequest) {
  const auto request =
      ParseMessage("client_id=" + kA + "&to=" + kB + "&ttl=300&topic=sendTransaction");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->from.text(), kA);
  EXPECT_EQ(request->to.text(), kB);
  EXPECT_EQ(request->ttl, Millis(300'000));
  EXPECT_EQ(NormalizeUuid(request->trace_id), request->trace_id);
  // '+' is a space in a query.
  EXPECT_EQ(MessageError("client_id=" + kA + "&to=" + kB + "&ttl=+0"),
            "strconv.ParseInt: parsing \" 0\": invalid syntax (param \"ttl\")");
}

TEST(MessageRequest, KeepsValidTraceId) {
  const std::string base = "client_id=" + kA + "&to=" + kB + "&ttl=0&trace_id=";
  EXPECT_EQ(ParseMessage(base + "0192F3C45D6E7F809A1B2C3D4E5F6071")->trace_id,
            "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071");
  EXPECT_NE(ParseMessage(base + "nonsense")->trace_id, "nonsense");
}

TEST(MessageRequest, ParsesTopicAndSourceFlag) {
  const std::string base = "client_id=" + kA + "&to=" + kB + "&ttl=0";
  EXPECT_EQ(ParseMessage(base)->topic, std::nullopt);
  EXPECT_EQ(ParseMessage(base + "&topic")->topic, "");
  EXPECT_EQ(ParseMessage(base + "&topic=sendTransaction")->topic, "sendTransaction");
  EXPECT_FALSE(ParseMessage(base)->no_source);
  EXPECT_FALSE(ParseMessage(base + "&no_request_source=1")->no_source);
  EXPECT_TRUE(ParseMessage(base + "&no_request_source=True")->no_source);
}

TEST(MessageRequest, ExtendsTtlOfSmallDisconnectMessage) {
  const DisconnectRule rule{.ttl = Millis(3'600'000), .size = 512};
  const auto life = [&](const std::string& more, std::size_t size) {
    return LifeOf(*ParseMessage("client_id=" + kA + "&to=" + kB + more), size, rule);
  };
  EXPECT_EQ(life("&ttl=300&topic=disconnect", 511), Millis(3'600'000));
  EXPECT_EQ(life("&ttl=0&topic=disconnect", 0), Millis(3'600'000));
  EXPECT_EQ(life("&ttl=300&topic=disconnect", 512), Millis(300'000));
  EXPECT_EQ(life("&ttl=300&topic=sendTransaction", 1), Millis(300'000));
  EXPECT_EQ(life("&ttl=300", 1), Millis(300'000));
  const auto message = ParseMessage("client_id=" + kA + "&to=" + kB + "&ttl=300&topic=disconnect");
  EXPECT_EQ(LifeOf(*message, 1, {.ttl = Millis(60'000), .size = 512}), Millis(300'000));
}

TEST(MessageRequest, ReportsErrorsInOfficialOrder) {
  const std::string from = "client_id=" + kA;
  const std::string both = from + "&to=" + kB;
  EXPECT_EQ(MessageError(""), "param \"client_id\" not present");
  EXPECT_EQ(MessageError("client_id=aa"),
            "failed to parse the \"client_id\" address: public address must be 64 characters long");
  EXPECT_EQ(MessageError(from), "param \"to\" not present");
  EXPECT_EQ(MessageError(from + "&to=" + std::string(64, 'g')),
            "failed to parse the \"to\" address: public address must be a valid hex string");
  EXPECT_EQ(MessageError(both), "param \"ttl\" not present");
  EXPECT_EQ(MessageError(both + "&ttl=301"), "param \"ttl\" too high, the maximum is 300");
  RandomSource random;
  const auto strict = ParseMessageRequest(both + "&ttl=0", {.most = Millis(300'000)},
                                          Millis(1'700'000'000'000), random);
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error().status, 400);
  EXPECT_EQ(strict.error().message, "param \"ttl\" must be positive");
  EXPECT_EQ(MessageError(both + "&ttl=-1"), "param \"ttl\" must not be negative");
  EXPECT_EQ(MessageError(both + "&ttl=-2147483648"), "param \"ttl\" must not be negative");
  EXPECT_EQ(MessageError(both + "&ttl=x"),
            "strconv.ParseInt: parsing \"x\": invalid syntax (param \"ttl\")");
  EXPECT_EQ(MessageError(both + "&ttl="),
            "strconv.ParseInt: parsing \"\": invalid syntax (param \"ttl\")");
  EXPECT_EQ(MessageError(both + "&ttl=1.5"),
            "strconv.ParseInt: parsing \"1.5\": invalid syntax (param \"ttl\")");
  EXPECT_EQ(MessageError(both + "&ttl=99999999999"),
            "strconv.ParseInt: parsing \"99999999999\": value out of range (param \"ttl\")");
  EXPECT_EQ(MessageError(both + "&ttl=2147483648"),
            "strconv.ParseInt: parsing \"2147483648\": value out of range (param \"ttl\")");
}

TEST(ParseInteger, ParsesLimitsAndReportsGoErrors) {
  EXPECT_EQ(*ParseInteger("-9223372036854775808", 64), INT64_MIN);
  EXPECT_EQ(*ParseInteger("+7", 64), 7);
  EXPECT_EQ(*ParseInteger("-2147483648", 32), -2147483648LL);
  EXPECT_FALSE(ParseInteger("-2147483649", 32).has_value());
  EXPECT_FALSE(ParseInteger("--1", 32).has_value());
  EXPECT_EQ(ParseInteger("99999999999999999999999x", 64).error(),
            "strconv.ParseInt: parsing \"99999999999999999999999x\": invalid syntax");
  EXPECT_EQ(ParseInteger("\"\x01\\", 64).error(),
            R"(strconv.ParseInt: parsing "\"\x01\\": invalid syntax)");
}

}  // namespace
}  // namespace prichal::bridge
