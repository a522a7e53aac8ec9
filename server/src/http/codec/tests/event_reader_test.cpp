// Streams as sent by this bridge and by the two engines of the official bridge.

#include "http/codec/event_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prichal::http {
namespace {

struct Seen {
  std::string type;
  std::int64_t id;
  std::string data;
  bool operator==(const Seen&) const = default;
};

std::vector<Seen> Read(std::string_view text, std::size_t size) {
  EventReader reader;
  std::vector<Seen> seen;
  while (!text.empty()) {
    // A separate buffer per piece, so that a sanitizer detects views that outlive it.
    const std::string piece(text.substr(0, size));
    text.remove_prefix(piece.size());
    reader.Feed(piece);
    while (const auto event = reader.Next()) {
      seen.push_back({std::string(event->type), event->id, std::string(event->data)});
    }
  }
  return seen;
}

void ExpectHoweverCut(std::string_view text, const std::vector<Seen>& expected) {
  for (std::size_t size = 1; size <= text.size(); ++size) {
    EXPECT_EQ(Read(text, size), expected) << "in pieces of " << size;
  }
}

TEST(EventReader, ReadsMessages) {
  ExpectHoweverCut(
      "retry: 100\n\n"
      "event: message\nid: 17\ndata: {\"a\":1}\n\n"
      "event: message\nid: 9007199254740991\ndata: {}\n\n",
      {{"message", 17, "{\"a\":1}"}, {"message", 9'007'199'254'740'991, "{}"}});
}

TEST(EventReader, AcceptsLeadingEmptyLine) {
  ExpectHoweverCut("\nevent: message\nid: 1\ndata: x\n\n", {{"message", 1, "x"}});
}

TEST(EventReader, ReadsCrLfLines) {
  ExpectHoweverCut(
      "\r\nevent: message\r\nid: 5\r\ndata: x\r\n\r\nevent: message\r\ndata: queue_done\r\n\r\n",
      {{"message", 5, "x"}, {"message", 0, "queue_done"}});
}

TEST(EventReader, ReadsHeartbeatsWithAndWithoutData) {
  ExpectHoweverCut("event: heartbeat\n\nevent: message\r\ndata: heartbeat\r\n\r\n",
                   {{"heartbeat", 0, ""}, {"message", 0, "heartbeat"}});
}

TEST(EventReader, IgnoresCommentsAndRetry) {
  ExpectHoweverCut(": hello\n\nretry: 100\n\n\n\ndata:x\n\n", {{"", 0, "x"}});
}

TEST(EventReader, JoinsDataLines) {
  ExpectHoweverCut("data: a\ndata: b\ndata:\ndata: c\n\n", {{"", 0, "a\nb\n\nc"}});
}

TEST(EventReader, ReturnsNothingBeforeEventEnds) {
  EXPECT_TRUE(Read("event: message\nid: 1\ndata: x\n", 100).empty());
}

}  // namespace
}  // namespace prichal::http
