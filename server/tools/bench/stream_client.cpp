#include "bench/stream_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/clock.h"

namespace prichal::bench {

StreamClient::StreamClient(Poller& poller, const Target& target, std::size_t number,
                           std::string client_id, StreamSink& sink)
    : poller_(poller),
      target_(target),
      sink_(sink),
      number_(number),
      client_id_(std::move(client_id)) {}

Result<void, std::string> StreamClient::Open(const Asking& asking) {
  auto socket = Socket::Connect(target_, asking.receive_buffer);
  if (!socket) return Fail(socket.error());
  socket_ = *std::move(socket);
  head_ = {};
  chunks_ = {};
  events_ = {};
  state_ = State::kAsked;
  paused_ = false;
  asked_at_ = NowNs();
  std::string request = fmt::format(
      "GET {}/events?client_id={}{} HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n",
      target_.path, client_id_, asking.more, target_.authority);
  if (asking.after > 0) request += fmt::format("Last-Event-ID: {}\r\n", asking.after);
  socket_.Watch(poller_, *this);
  if (socket_.Send(request + "\r\n") == Socket::Sent::kFailed) EndWith(State::kRefused);
  return {};
}

void StreamClient::Close() {
  socket_.Close();
  state_ = State::kClosed;
}

void StreamClient::Resume() {
  paused_ = false;
  if (socket_.open()) ReadAll();
}

void StreamClient::OnReady(bool readable, bool writable) {
  if (!socket_.open()) return;
  if (writable && socket_.Flush() == Socket::Sent::kFailed) return EndWith(State::kRefused);
  if (readable && !paused_) ReadAll();
}

void StreamClient::ReadAll() {
  auto received = Socket::Received::kBytes;
  while (received == Socket::Received::kBytes && socket_.open() && !paused_) {
    std::string_view got;
    received = socket_.Receive(poller_.scratch(), got);
    OnBytes(got);
  }
  if (!socket_.open() || paused_) return;
  if (received == Socket::Received::kClosed || received == Socket::Received::kFailed) {
    EndWith(state_ == State::kOpen ? State::kCut : State::kRefused);
  }
}

void StreamClient::OnBytes(std::string_view bytes) {
  if (state_ == State::kAsked && !bytes.empty()) {
    if (!head_.Read(bytes)) return;
    if (head_.head().status != 200 || !head_.head().chunked) return EndWith(State::kRefused);
    state_ = State::kOpen;
    sink_.OnOpen(*this);
  }
  // The sink may close the stream at any event.
  while (!bytes.empty() && state_ == State::kOpen) {
    const std::string_view payload = chunks_.Next(bytes);
    if (!payload.empty()) {
      events_.Feed(payload);
      while (state_ == State::kOpen) {
        const auto event = events_.Next();
        if (!event) break;
        last_id_ = std::max(last_id_, event->id);
        sink_.OnEvent(*this, *event);
      }
    }
    if (chunks_.ended()) return EndWith(State::kEnded);
    if (chunks_.broken()) return EndWith(State::kCut);
  }
}

void StreamClient::EndWith(State state) {
  socket_.Close();
  state_ = state;
  sink_.OnEnd(*this);
}

}  // namespace prichal::bench
