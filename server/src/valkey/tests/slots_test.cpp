#include "valkey/slots.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace prichal::valkey {
namespace {

const Endpoint kAsked{.host = "asked", .port = 7};

Reply Text(std::string text) {
  return {.kind = Reply::Kind::kText, .integer = 0, .text = std::move(text), .items = {}};
}
Reply Number(std::int64_t number) {
  return {.kind = Reply::Kind::kInteger, .integer = number, .text = {}, .items = {}};
}
Reply List(std::vector<Reply> items) {
  return {.kind = Reply::Kind::kList, .integer = 0, .text = {}, .items = std::move(items)};
}

// From https://valkey.io/topics/cluster-spec/, appendix A and "Hash tags".
TEST(Slots, MatchesSpecification) {
  EXPECT_EQ(Crc16("123456789"), 0x31C3);
  EXPECT_EQ(SlotOf("123456789"), 0x31C3 % kSlots);
  EXPECT_EQ(SlotOf("foo"), 12'182);
  EXPECT_EQ(SlotOf(""), 0);
  EXPECT_EQ(SlotOf("{user1000}.following"), SlotOf("user1000"));
  EXPECT_EQ(SlotOf("{user1000}.following"), SlotOf("{user1000}.followers"));
  EXPECT_EQ(SlotOf("foo{}{bar}"), Crc16("foo{}{bar}") % kSlots);
  EXPECT_EQ(SlotOf("foo{{bar}}zap"), SlotOf("{bar"));
  EXPECT_EQ(SlotOf("foo{bar}{zap}"), SlotOf("bar"));
  EXPECT_EQ(SlotOf("foo{bar"), Crc16("foo{bar") % kSlots);
}

TEST(Slots, ParsesServerReply) {
  const auto map = ParseSlots(
      List({List({Number(0), Number(5460), List({Text("10.0.0.1"), Number(7000), Text("id")}),
                  List({Text("10.0.0.2"), Number(7001)})}),
            List({Number(5461), Number(16'383), List({Text(""), Number(7002)})})}),
      kAsked);
  ASSERT_TRUE(map);
  ASSERT_EQ(map->size(), 2U);
  EXPECT_EQ(map->at(0).last, 5460);
  EXPECT_EQ(map->at(0).master, (Endpoint{.host = "10.0.0.1", .port = 7000}));
  ASSERT_EQ(map->at(0).replicas.size(), 1U);
  // If a server does not know its own address, the address that was asked is used.
  EXPECT_EQ(map->at(1).master, (Endpoint{.host = "asked", .port = 7002}));
}

TEST(Slots, RejectsMalformedReply) {
  const Reply node = List({Text("h"), Number(1)});
  EXPECT_FALSE(ParseSlots(Text("x"), kAsked));
  EXPECT_FALSE(ParseSlots(List({Text("x")}), kAsked));
  EXPECT_FALSE(ParseSlots(List({List({Number(0), Number(1)})}), kAsked));
  EXPECT_FALSE(ParseSlots(List({List({Number(0), Number(16'384), node})}), kAsked));
  EXPECT_FALSE(ParseSlots(List({List({Number(-1), Number(5), node})}), kAsked));
  EXPECT_FALSE(ParseSlots(List({List({Number(2), Number(1), node})}), kAsked));
  EXPECT_FALSE(ParseSlots(List({List({Number(0), Number(1), List({Text("h")})})}), kAsked));
  EXPECT_FALSE(
      ParseSlots(List({List({Number(0), Number(1), List({Text("h"), Number(65'536)})})}), kAsked));
  // A node with an unknown host is omitted with its slots.
  const auto unknown =
      ParseSlots(List({List({Number(0), Number(1), List({Text("?"), Number(1)})})}), kAsked);
  ASSERT_TRUE(unknown);
  EXPECT_TRUE(unknown->empty());
}

TEST(Refusal, ParsesRedirections) {
  using Kind = Refusal::Kind;
  const Refusal moved = ReadRefusal("MOVED 3999 127.0.0.1:6381", kAsked);
  EXPECT_EQ(moved.kind, Kind::kMoved);
  EXPECT_EQ(moved.slot, 3999);
  EXPECT_EQ(moved.target, (Endpoint{.host = "127.0.0.1", .port = 6381}));
  EXPECT_EQ(ReadRefusal("ASK 1 ::1:2", kAsked).target, (Endpoint{.host = "::1", .port = 2}));
  EXPECT_EQ(ReadRefusal("ASK 1 :2", kAsked).target, (Endpoint{.host = "asked", .port = 2}));
  for (const char* text : {"MOVED", "MOVED 1", "MOVED x h:1", "MOVED 16384 h:1", "MOVED 1 h",
                           "MOVED 1 h:0", "MOVED 1 ?:1", "TRYAGAIN Multiple keys", "LOADING it",
                           "CLUSTERDOWN Hash slot not served"}) {
    EXPECT_EQ(ReadRefusal(text, kAsked).kind, Kind::kTryAgain) << text;
  }
  EXPECT_EQ(ReadRefusal("READONLY You can't write", kAsked).kind, Kind::kReadOnly);
  EXPECT_EQ(ReadRefusal("NOSCRIPT No matching script", kAsked).kind, Kind::kNoScript);
  EXPECT_EQ(ReadRefusal("ERR This instance has cluster support disabled", kAsked).kind,
            Kind::kNoCluster);
  for (const char* text : {"", "ERR value is not an integer", "OOM command not allowed",
                           "WRONGTYPE", "NOAUTH Authentication required."}) {
    EXPECT_EQ(ReadRefusal(text, kAsked).kind, Kind::kFinal) << text;
  }
}

TEST(Endpoint, FormatsIpv6InBrackets) {
  EXPECT_EQ(NameOf({.host = "h", .port = 1}), "h:1");
  EXPECT_EQ(NameOf({.host = "::1", .port = 1}), "[::1]:1");
}

}  // namespace
}  // namespace prichal::valkey
