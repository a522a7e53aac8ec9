#include <gtest/gtest.h>

#include "base/tests/fixture_held_port.h"

namespace prichal {
namespace {

class HeldPortTest : public ::testing::Test {
 protected:
  [[nodiscard]] static sockaddr_in AddressOf(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
  }
  [[nodiscard]] int Connect() const {
    const Descriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = AddressOf(port_.number());
    const auto* const name = reinterpret_cast<const sockaddr*>(&address);
    return connect(client.fd(), name, sizeof address);
  }
  /// Binds as a server does. Returns 0 on success.
  [[nodiscard]] int Bind(const Descriptor& server, int reuse) const {
    const sockaddr_in address = AddressOf(port_.number());
    setsockopt(server.fd(), SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
    return bind(server.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }

  HeldPort port_;
};

TEST_F(HeldPortTest, RefusesConnectionsUntilAServerListens) {
  EXPECT_NE(Connect(), 0);
  for (int restart = 0; restart < 2; ++restart) {
    const Descriptor server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(Bind(server, 1), 0);
    ASSERT_EQ(listen(server.fd(), 1), 0);
    EXPECT_EQ(Connect(), 0);
  }
  EXPECT_NE(Connect(), 0);
}

TEST_F(HeldPortTest, PreventsOtherBinds) {
  const Descriptor other(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_NE(Bind(other, 0), 0) << "a socket without SO_REUSEADDR";
}

}  // namespace
}  // namespace prichal
