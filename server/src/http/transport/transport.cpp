#include "http/transport/transport.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>

#include "http/transport/write_queue.h"

namespace prichal::http {
namespace {

constexpr int kSendFlags = MSG_NOSIGNAL | MSG_DONTWAIT;

}  // namespace

std::ptrdiff_t SocketTransport::Receive(std::span<char> into) { return descriptor_.Receive(into); }

std::ptrdiff_t SocketTransport::Send(std::span<const std::string_view> parts) {
  if (parts.size() == 1) {
    return send(descriptor_.fd(), parts[0].data(), parts[0].size(), kSendFlags);
  }
  std::array<iovec, std::tuple_size_v<decltype(WriteQueue::Batch::views)>> vectors{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // The interface is not const, but sending only reads.
    vectors.at(i) = {.iov_base = const_cast<char*>(parts[i].data()), .iov_len = parts[i].size()};
  }
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = parts.size();
  return sendmsg(descriptor_.fd(), &message, kSendFlags);
}

void SocketTransport::EndSending() { shutdown(descriptor_.fd(), SHUT_WR); }

void SocketTransport::FailWithoutAcknowledgement(Millis after) {
  const int timeout = static_cast<int>(after.count());
  (void)setsockopt(descriptor_.fd(), IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof(timeout));
}

}  // namespace prichal::http
