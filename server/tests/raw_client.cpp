#include "raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/fixture_await.h"

namespace prichal::testing {
namespace {

constexpr std::string_view kUnix = "unix:";

struct Name {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

template <typename Sockaddr>
Name Stored(const Sockaddr& address) {
  Name name;
  std::memcpy(&name.storage, &address, sizeof(address));
  name.length = sizeof(address);
  return name;
}

Name NameOf(const std::string& address) {
  if (address.starts_with(kUnix)) {
    sockaddr_un path{};
    path.sun_family = AF_UNIX;
    address.copy(path.sun_path, sizeof path.sun_path - 1, kUnix.size());
    return Stored(path);
  }
  const std::size_t colon = address.rfind(':');
  const auto port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  if (address.starts_with('[')) {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = port;
    inet_pton(AF_INET6, address.substr(1, colon - 2).c_str(), &v6.sin6_addr);
    return Stored(v6);
  }
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = port;
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &v4.sin_addr);
  return Stored(v4);
}

}  // namespace

RawClient::RawClient(const std::string& address, int receive_buffer) {
  const Name name = NameOf(address);
  fd_ = socket(name.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0) {
    setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
  }
  connected_ = connect(fd_, reinterpret_cast<const sockaddr*>(&name.storage), name.length) == 0;
}

RawClient::RawClient(RawClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      connected_(other.connected_),
      ended_(other.ended_),
      buffer_(std::move(other.buffer_)) {}

RawClient::~RawClient() {
  if (fd_ >= 0) close(fd_);
}

void RawClient::Send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void RawClient::CloseSending() const { shutdown(fd_, SHUT_WR); }

void RawClient::Reset() {
  const linger now{.l_onoff = 1, .l_linger = 0};
  setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  close(std::exchange(fd_, -1));
}

bool RawClient::Fill() {
  if (ended_) return false;
  pollfd wait{.fd = fd_, .events = POLLIN, .revents = 0};
  if (poll(&wait, 1, static_cast<int>(WaitTimeout().count())) <= 0) {
    ADD_FAILURE() << "waited in vain; so far came: " << buffer_;
    return false;
  }
  std::array<char, 64 * 1024> bytes{};
  const ssize_t got = recv(fd_, bytes.data(), bytes.size(), 0);
  if (got <= 0) {
    ended_ = true;
    return false;
  }
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

std::string RawClient::ReadUntil(std::string_view end) {
  std::size_t from = 0;
  while (true) {
    const std::size_t at = buffer_.find(end, from);
    if (at != std::string::npos) return ReadBytes(at + end.size());
    from = buffer_.size() < end.size() ? 0 : buffer_.size() - end.size() + 1;
    if (!Fill()) return std::exchange(buffer_, {});
  }
}

std::string RawClient::ReadBytes(std::size_t count) {
  while (buffer_.size() < count && Fill()) {
  }
  std::string bytes = buffer_.substr(0, count);
  buffer_.erase(0, count);
  return bytes;
}

std::string RawClient::ReadAll() {
  while (Fill()) {
  }
  return std::exchange(buffer_, {});
}

bool RawClient::AtEnd() {
  while (buffer_.empty() && Fill()) {
  }
  return buffer_.empty() && ended_;
}

std::string RawClient::ReadResponse() {
  std::string response = ReadUntil("\r\n\r\n");
  const auto length = HeaderOf(response, "Content-Length");
  if (length) response += ReadBytes(std::stoul(*length));
  return response;
}

std::string RawClient::Ask(std::string_view request) {
  Send(request);
  return ReadResponse();
}

std::string BodyOf(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == std::string::npos ? std::string() : response.substr(end + 4);
}

std::optional<std::string> HeaderOf(const std::string& response, std::string_view name) {
  const std::string start = "\r\n" + std::string(name) + ": ";
  const std::size_t head_end = response.find("\r\n\r\n");
  const std::size_t at = response.find(start);
  if (at == std::string::npos || at > head_end) return std::nullopt;
  const std::size_t value = at + start.size();
  return response.substr(value, response.find("\r\n", value) - value);
}

int StatusOf(const std::string& response) {
  int status = 0;
  if (response.starts_with("HTTP/1.1 ") && response.size() > 12) {
    std::from_chars(response.data() + 9, response.data() + 12, status);
  }
  return status;
}

std::string Unchunk(std::string_view body) {
  std::string out;
  while (true) {
    const std::size_t line = body.find("\r\n");
    if (line == std::string_view::npos) return out;
    std::size_t size = 0;
    std::from_chars(body.data(), body.data() + line, size, 16);
    if (size == 0 || body.size() < line + 2 + size) return out;
    out += body.substr(line + 2, size);
    body.remove_prefix(std::min(body.size(), line + 2 + size + 2));
  }
}

}  // namespace prichal::testing
