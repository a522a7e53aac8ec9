#include "upgrade/channel.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace prichal::upgrade {
namespace {

TEST(Channel, CarriesWordsWholeAndDescriptorsWithThem) {
  auto ends = Channel::Make();
  ASSERT_TRUE(ends);
  auto& [a, b] = *ends;
  std::array<int, 2> pipe_ends{-1, -1};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  EXPECT_TRUE(a.Send("first"));
  EXPECT_TRUE(a.Send("second", {pipe_ends[1]}));
  close(pipe_ends[1]);
  EXPECT_EQ(b.Receive(std::nullopt)->text, "first");
  {
    const auto second = b.Receive(std::nullopt);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->text, "second");
    ASSERT_EQ(second->descriptors.size(), 1U);
    EXPECT_EQ(write(second->descriptors[0].fd(), "x", 1), 1);
  }
  std::array<char, 2> read_bytes{};
  EXPECT_EQ(read(pipe_ends[0], read_bytes.data(), 1), 1);
  EXPECT_EQ(read(pipe_ends[0], read_bytes.data(), 1), 0) << "nobody else has it";
  close(pipe_ends[0]);
}

TEST(Channel, TellsSilenceFromAnEnd) {
  auto ends = Channel::Make();
  ASSERT_TRUE(ends);
  auto& [a, b] = *ends;
  EXPECT_EQ(b.Receive(Millis(1)).error(), Channel::Silence::kTimeout);
  EXPECT_TRUE(a.Send(std::string(Channel::kMostBytes + 1, 'x')));
  EXPECT_EQ(b.Receive(std::nullopt)->text.size(), Channel::kMostBytes);
  a.Close();
  EXPECT_EQ(b.Receive(std::nullopt).error(), Channel::Silence::kEnded);
  EXPECT_FALSE(b.Send("anybody?"));
}

}  // namespace
}  // namespace prichal::upgrade
