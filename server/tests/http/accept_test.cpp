// Errors of accept(2), as in its manual page.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/server_fixture.h"

namespace {

// Intercepts the calls of the server in this binary, because a test cannot exhaust the kernel's
// buffers.
std::atomic<int> failures_left = 0;
std::atomic<int> error_to_give = 0;
std::atomic<int> calls = 0;

}  // namespace

extern "C" int accept4(int fd, sockaddr* address, socklen_t* length, int flags) {
  using Accept = int (*)(int, sockaddr*, socklen_t*, int);
  static const auto real = reinterpret_cast<Accept>(dlsym(RTLD_NEXT, "accept4"));
  ++calls;
  if (failures_left.load() > 0 && failures_left.fetch_sub(1) > 0) {
    errno = error_to_give;
    return -1;
  }
  return real(fd, address, length, flags);
}

namespace prichal::http {
namespace {

class AcceptTest : public ServerTest {
 protected:
  void TearDown() override { failures_left = 0; }

  static void Fail(int error, int times) {
    error_to_give = error;
    failures_left = times;
  }
};

/// Treating these errors as "no connection" would keep the client waiting until another one
/// connects.
TEST_F(AcceptTest, RetriesAfterTransientAcceptError) {
  Start({.loops = 1});
  for (const int error : {ENOBUFS, ENOMEM, EPERM, ENETDOWN, EHOSTUNREACH, EOPNOTSUPP}) {
    Fail(error, 1);
    RawClient visitor = Connect();
    EXPECT_EQ(StatusOf(visitor.Ask(Get("/"))), 200) << error;
  }
}

TEST_F(AcceptTest, PausesAcceptWithoutDescriptors) {
  Start({.loops = 1});
  EXPECT_EQ(StatusOf(Connect().Ask(Get("/"))), 200);
  Fail(EMFILE, 1'000'000);
  const int before = calls;
  // A client connects and cannot be accepted while the error lasts.
  RawClient visitor = Connect();
  RawClient other = Connect();
  Await("accept() is called", [&] { return calls != before; });
  // A server in a busy loop makes these calls within microseconds. One that pauses makes fewer than
  // 200 per second, and even fewer on a busy machine.
  constexpr int kCalls = 20;
  const int first = calls;
  const auto began = std::chrono::steady_clock::now();
  Await("accept() is called again", [&] { return calls - first >= kCalls; });
  EXPECT_GT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1) * kCalls / 200);
  Fail(0, 0);
  EXPECT_EQ(StatusOf(visitor.Ask(Get("/"))), 200);
}

}  // namespace
}  // namespace prichal::http
