// Whatever is kept comes back byte by byte.

#include "bridge/kept_frame.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "bridge/frames.h"

namespace prichal::bridge {
namespace {

constexpr std::int64_t kId = 3'600'000'000'000'042;

ClientId Sender() { return *ClientId::Parse(std::string(64, 'F')); }

std::string FrameFrom(std::string_view message, std::string_view source) {
  return MessageFrame(kId, Envelope(Sender(), message, "trace", source));
}

/// Kept with and without something to share, and given again.
void ExpectKept(const std::string& frame, std::int64_t id = kId) {
  for (const SharedBytes& source : {SharedBytes(), Share(""), Share("c291cmNl")}) {
    const KeptFrame kept(id, frame, source);
    EXPECT_EQ(kept.Text(id), frame);
    EXPECT_EQ(kept.SizeOfText(id), frame.size());
  }
}

TEST(KeptFrame, SharesTheSourceThatItNames) {
  const SharedBytes source = Share("c291cmNl");
  EXPECT_EQ(KeptFrame(kId, FrameFrom("m", "c291cmNl"), source).source(), source);
  EXPECT_NE(KeptFrame(kId, FrameFrom("m", "c291cmNm"), source).source(), source);
  EXPECT_EQ(KeptFrame(kId, FrameFrom("m", ""), source).source(), nullptr);
}

TEST(KeptFrame, GivesBackWhatWasPutTogether) {
  for (const std::string_view source : {"", "c291cmNl", "YW5vdGhlcg=="}) {
    for (const std::string_view message :
         {"", "m", "\"", "\\\",\"trace_id\":\"", "\",\"request_source\":\"x", "\xff\n\n"}) {
      ExpectKept(FrameFrom(message, source));
    }
  }
}

TEST(KeptFrame, KnowsThePartsOfWhatWasPutTogether) {
  const std::string frame = FrameFrom("a\"b", "c291cmNl");
  const auto parts = PartsOf(kId, frame);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->from, Sender().text());
  EXPECT_EQ(parts->message, "\"a\\\"b\"");
  EXPECT_EQ(parts->trace_id, "trace");
  EXPECT_EQ(parts->request_source, "c291cmNl");
  EXPECT_FALSE(PartsOf(kId, FrameFrom("m", ""))->request_source);
  EXPECT_FALSE(PartsOf(kId + 1, frame)) << "the frame of another message";
}

TEST(KeptFrame, KeepsAnotherLayoutAsItIs) {
  for (const std::string_view frame :
       {"", "frame", "event: message\nid: 3600000000000042\ndata: {}\n\n",
        "event: message\nid: 42\ndata: {\"from\":\"\",\"message\":\"\"}\n\n"}) {
    ExpectKept(std::string(frame));
    EXPECT_FALSE(PartsOf(kId, frame));
  }
  ExpectKept(FrameFrom("m", "c291cmNl"), 42);
  ExpectKept(MessageFrame(kId, Envelope(Sender(), "m", std::string(70'000, 't'))));
}

TEST(KeptFrame, GivesBackWhatIsNearlyAFrame) {
  std::mt19937 random(20261121);
  const std::string whole = FrameFrom("{\"a\":\"\\\"\"}", "c291cmNl");
  for (int round = 0; round < 20'000; ++round) {
    std::string frame = whole;
    for (int change = 0; change < 3 && !frame.empty(); ++change) {
      const std::size_t at = random() % frame.size();
      const std::size_t length = random() % 12;
      switch (random() % 3) {
        case 0:
          frame.erase(at, length);
          break;
        case 1:
          frame.insert(at, whole.substr(random() % whole.size(), length));
          break;
        default:
          frame[at] = "\"{}:,\\n"[random() % 7];
      }
    }
    ExpectKept(frame);
  }
}

}  // namespace
}  // namespace prichal::bridge
