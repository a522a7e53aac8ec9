#include "http/transport/write_queue.h"

#include <gtest/gtest.h>

#include "http/loop/slots.h"

namespace prichal::http {
namespace {

/// Consumes everything, `step` bytes at a time, as a slow socket would.
std::string TakeAll(WriteQueue& write_queue, std::size_t step) {
  std::string taken;
  while (!write_queue.empty()) {
    WriteQueue::Batch batch;
    write_queue.Gather(batch);
    std::string all;
    for (std::size_t i = 0; i < batch.count; ++i) all += batch.views.at(i);
    std::string copied = "of the turn before";
    write_queue.CopyTo(copied);
    EXPECT_EQ(copied.substr(0, all.size()), all);
    EXPECT_EQ(copied.size(), write_queue.bytes());
    const std::size_t now = std::min(step, all.size());
    taken += all.substr(0, now);
    write_queue.Consume(now);
  }
  return taken;
}

TEST(WriteQueue, SendsSameBytesInAnyPieces) {
  for (std::size_t step = 1; step < 200; ++step) {
    WriteQueue write_queue;
    std::string expected = "head";
    write_queue.Raw(Share("head"));
    write_queue.Chunk(Share(""));
    for (int i = 0; i < 30; ++i) {
      const std::string body(static_cast<std::size_t>(i) + 1, 'x');
      write_queue.Chunk(Share(body));
      expected += std::string(ChunkLine(body.size()).text()) + body + "\r\n";
    }
    write_queue.Raw(Share("0\r\n\r\n"));
    expected += "0\r\n\r\n";
    EXPECT_EQ(write_queue.bytes(), expected.size());
    EXPECT_EQ(write_queue.slices(), 32U);
    EXPECT_EQ(TakeAll(write_queue, step), expected) << step;
    EXPECT_EQ(write_queue.bytes(), 0U);
  }
}

TEST(WriteQueue, ReturnsContiguousFront) {
  for (const std::size_t most : {64U, 100U, 1000U}) {
    for (const std::size_t taken : {0U, 1U, 50U, 120U}) {
      WriteQueue write_queue;
      write_queue.Raw(Share("head"));
      for (int i = 0; i < 30; ++i) write_queue.Chunk(Share(std::string(10, 'x')));
      const std::string large(300, 'y');
      const prichal::SharedBytes body = Share(std::string(large));
      write_queue.Raw(body);
      write_queue.Raw(Share("end"));
      write_queue.Consume(taken);
      while (!write_queue.empty()) {
        std::string all;
        write_queue.CopyTo(all);
        std::string scratch = "of the turn before";
        const std::string_view front = write_queue.Front(most, scratch);
        EXPECT_EQ(front, all.substr(0, most));
        if (all.size() > most && all.starts_with(std::string(most, 'y'))) {
          EXPECT_TRUE(scratch.empty()) << "large ones are not copied";
        }
        write_queue.Consume(front.size());
      }
    }
  }
}

TEST(WriteQueue, SharesBufferBetweenMessagesWithDifferentEnds) {
  const prichal::SharedBytes shared = Share("shared and cut");
  for (std::size_t step = 1; step < 40; ++step) {
    WriteQueue write_queue;
    write_queue.Add({.bytes = shared, .length = 6, .end = Share("-one"), .chunked = true});
    write_queue.Add({.bytes = shared, .length = 6, .end = Share("-two"), .chunked = false});
    write_queue.Add({.bytes = shared, .length = 0, .end = Share("x"), .chunked = true});
    write_queue.Add({.bytes = shared, .length = 0, .end = Share(""), .chunked = true});
    const std::string expected = "a\r\nshared-one\r\nshared-two1\r\nx\r\n";
    EXPECT_EQ(write_queue.bytes(), expected.size());
    EXPECT_EQ(write_queue.slices(), 3U);
    EXPECT_EQ(TakeAll(write_queue, step), expected) << step;
    EXPECT_EQ(shared.use_count(), 1);
  }
}

TEST(WriteQueue, WritesChunkSizesInHex) {
  EXPECT_EQ(ChunkLine(255).text(), "ff\r\n");
  EXPECT_EQ(ChunkLine(0x1234567).text(), "1234567\r\n");
}

TEST(Slots, FindsNothingByOldHandle) {
  Slots<int> slots;
  const auto first = slots.Reserve();
  slots.Put(first, std::make_unique<int>(1));
  ASSERT_NE(slots.Find(first.slot, first.generation), nullptr);
  (void)slots.Remove(first.slot);
  EXPECT_EQ(slots.Find(first.slot, first.generation), nullptr);
  const auto second = slots.Reserve();
  slots.Put(second, std::make_unique<int>(2));
  EXPECT_EQ(second.slot, first.slot);
  EXPECT_EQ(slots.Find(first.slot, first.generation), nullptr);
  EXPECT_EQ(*slots.Find(second.slot, second.generation), 2);
  EXPECT_EQ(slots.Find(99, 1), nullptr);
}

}  // namespace
}  // namespace prichal::http
