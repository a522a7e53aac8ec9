#include "bench/socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "bench/clock.h"
#include "bench/poller.h"

namespace prichal::bench {
namespace {

class CountedEvents final : public Watched {
 public:
  void OnReady(bool /*readable*/, bool /*writable*/) override { ++count; }

  int count = 0;
};

// fork() duplicates descriptors like dup(), until the child calls exec().
TEST(SocketTest, ReportsNoEventsAfterCloseWhileADuplicateIsOpen) {
  Poller poller;
  CountedEvents events;
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
  Socket other(ends[1]);
  Socket duplicate(dup(ends[0]));
  Socket socket(ends[0]);
  socket.Watch(poller, events);
  ASSERT_EQ(other.Send("x"), Socket::Sent::kAll);
  poller.Turn(NowNs());
  ASSERT_EQ(events.count, 1);
  ASSERT_EQ(other.Send("x"), Socket::Sent::kAll);
  socket.Close();
  poller.Turn(NowNs());
  EXPECT_EQ(events.count, 1);
}

}  // namespace
}  // namespace prichal::bench
