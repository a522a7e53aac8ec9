#include "upgrade/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace prichal::upgrade {

Result<std::pair<Channel, Channel>, std::string> Channel::Make() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Fail(std::generic_category().message(errno));
  }
  return std::pair(Channel(Descriptor(ends[0])), Channel(Descriptor(ends[1])));
}

bool Channel::Send(std::string_view text, const std::vector<int>& descriptors) const {
  std::string bytes(text.substr(0, kMostBytes));
  iovec part{.iov_base = bytes.data(), .iov_len = bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    const std::size_t size = std::min(descriptors.size(), kMostDescriptors) * sizeof(int);
    message.msg_control = room.data();
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(header), descriptors.data(), size);
  }
  return sendmsg(socket_.fd(), &message, MSG_NOSIGNAL) >= 0;
}

Result<Channel::Message, Channel::Silence> Channel::Receive(std::optional<Millis> timeout) const {
  pollfd wait{.fd = socket_.fd(), .events = POLLIN, .revents = 0};
  int ready = 0;
  do {
    ready = poll(&wait, 1, timeout ? static_cast<int>(timeout->count()) : -1);
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) return Fail(Silence::kTimeout);
  std::string bytes(kMostBytes, '\0');
  iovec part{.iov_base = bytes.data(), .iov_len = bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  const ssize_t got = recvmsg(socket_.fd(), &message, MSG_CMSG_CLOEXEC);
  if (got <= 0) return Fail(Silence::kEnded);
  bytes.resize(static_cast<std::size_t>(got));
  Message whole{.text = std::move(bytes)};
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    std::vector<int> numbers((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(numbers.data(), CMSG_DATA(header), numbers.size() * sizeof(int));
    for (const int fd : numbers) whole.descriptors.emplace_back(fd);
  }
  return whole;
}

}  // namespace prichal::upgrade
