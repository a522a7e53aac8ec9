#include "base/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <string>

namespace prichal {
namespace {

bool IsOpen(int fd) { return fcntl(fd, F_GETFD) != -1; }

struct Pipe {
  Pipe() { EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0); }
  std::array<int, 2> ends{};
};

TEST(Descriptor, ClosesWithLastOwner) {
  const Pipe pipe;
  const Descriptor writer(pipe.ends[1]);
  {
    Descriptor first(pipe.ends[0]);
    const Descriptor second(std::move(first));
    EXPECT_TRUE(IsOpen(pipe.ends[0]));
  }
  EXPECT_FALSE(IsOpen(pipe.ends[0]));
  EXPECT_TRUE(IsOpen(writer.fd()));
}

TEST(Descriptor, ClosesOnMoveAssignment) {
  const Pipe pipe;
  Descriptor descriptor(pipe.ends[0]);
  descriptor = Descriptor(pipe.ends[1]);
  EXPECT_FALSE(IsOpen(pipe.ends[0]));
  EXPECT_EQ(descriptor.fd(), pipe.ends[1]);
  EXPECT_TRUE(IsOpen(pipe.ends[1]));
}

TEST(Descriptor, StaysOpenAfterRelease) {
  const Pipe pipe;
  const Descriptor writer(pipe.ends[1]);
  EXPECT_EQ(Descriptor(pipe.ends[0]).Release(), pipe.ends[0]);
  const Descriptor reader(pipe.ends[0]);
  EXPECT_TRUE(IsOpen(reader.fd()));
}

TEST(Descriptor, ReadsAndWritesCompletely) {
  const Pipe pipe;
  const Descriptor reader(pipe.ends[0]);
  {
    const Descriptor writer(pipe.ends[1]);
    EXPECT_EQ(WriteAll(writer.fd(), "moor"), "");
    EXPECT_EQ(WriteAll(writer.fd(), "ing"), "");
  }
  std::string text(5, '\0');
  EXPECT_TRUE(ReadUpTo(reader.fd(), text));
  EXPECT_EQ(text, "moori");
  text.assign(5, '\0');
  EXPECT_TRUE(ReadUpTo(reader.fd(), text));
  EXPECT_EQ(text, "ng");
}

TEST(Descriptor, ReturnsUnwrittenRestAndErrno) {
  const Pipe pipe;
  const Descriptor reader(pipe.ends[0]);
  const Descriptor writer(pipe.ends[1]);
  std::string text(1, '\0');
  EXPECT_FALSE(ReadUpTo(reader.fd(), text));
  EXPECT_EQ(errno, EAGAIN);
  const std::string much(1 << 20, 'a');
  const auto rest = WriteAll(writer.fd(), much);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_EQ(rest.size(), much.size() - static_cast<std::size_t>(fcntl(writer.fd(), F_GETPIPE_SZ)));
}

}  // namespace
}  // namespace prichal
