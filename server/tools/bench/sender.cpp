#include "bench/sender.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/message.h"

namespace prichal::bench {
Sender::Sender(Poller& poller, const Target& target, std::string_view from,
               const SenderOptions& options, ResponseSink& sink)
    : poller_(poller), target_(target), sink_(sink) {
  std::string request = fmt::format("POST {}/message?client_id={}&to=", target.path, from);
  const std::size_t to_at = request.size();
  request.append(kClientIdBytes, '0');
  // Sends an Origin header like a page, because a bridge passes the source of such messages on.
  request += fmt::format(
      "&ttl={}{} HTTP/1.1\r\nHost: {}\r\nOrigin: https://page.example\r\nContent-Length: "
      "{}\r\n\r\n",
      options.ttl, options.more, target.authority, options.body_bytes);
  to_at_ = to_at;
  stamp_at_ = request.size();
  request.append(options.body_bytes, 'A');
  request_ = std::move(request);
}

Result<void, std::string> Sender::Connect() {
  auto socket = Socket::Connect(target_);
  if (!socket) return Fail(socket.error());
  socket_ = *std::move(socket);
  reader_ = {};
  busy_ = false;
  socket_.Watch(poller_, *this);
  return {};
}

void Sender::Post(std::string_view to, const Stamp& stamp) {
  std::copy(to.begin(), to.end(), request_.begin() + static_cast<std::ptrdiff_t>(to_at_));
  WriteStamp(request_.data() + stamp_at_, stamp);
  last_ = stamp;
  busy_ = true;
  if (socket_.Send(request_) == Socket::Sent::kFailed) Lose();
}

void Sender::OnReady(bool readable, bool writable) {
  if (!socket_.open()) return;
  if (writable && socket_.Flush() == Socket::Sent::kFailed) return Lose();
  if (readable) ReadResponses();
}

void Sender::ReadResponses() {
  auto received = Socket::Received::kBytes;
  while (received == Socket::Received::kBytes && socket_.open()) {
    std::string_view got;
    received = socket_.Receive(poller_.scratch(), got);
    while (reader_.Read(got)) {
      const ResponseHead head = reader_.head();
      if (head.status == 0) return Lose();
      busy_ = false;
      if (!head.keep_alive) socket_.Close();
      // The sink may post the next message, which may lose the connection.
      sink_.OnResponse(*this, head.status);
      if (!socket_.open()) return;
    }
  }
  if (received == Socket::Received::kClosed || received == Socket::Received::kFailed) Lose();
}

void Sender::Lose() {
  socket_.Close();
  sink_.OnResponse(*this, 0);
  busy_ = false;
}

}  // namespace prichal::bench
