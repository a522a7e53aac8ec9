#include "net/connection.h"

#include <cerrno>
#include <utility>

#include "net/event_loop.h"

namespace prichal::net {
namespace {

constexpr Millis kLingerFor{2'000};

}  // namespace

Connection::Connection(Parts parts)
    : loop_(parts.loop),
      handler_(parts.handler),
      transport_(std::move(parts.transport)),
      writer_(*transport_),
      handle_(parts.handle),
      admin_(parts.admin),
      peer_(parts.peer),
      counted_(parts.counted) {}

Connection::Parts Connection::TakeParts() {
  return {.loop = loop_,
          .handle = handle_,
          .transport = std::move(transport_),
          .handler = handler_,
          .peer = peer_,
          .admin = admin_,
          .counted = counted_};
}

void Connection::ArmReading() {
  if (reading_armed_) return;
  reading_armed_ = true;
  transport_->AwaitReadable();
}

void Connection::SetDeadline(Millis from_now) {
  loop_.wheel().Schedule(*this, loop_.now().steady + from_now);
}

void Connection::BeginIdle() { idle_since_ = loop_.now().steady; }

std::ptrdiff_t Connection::Receive() {
  const std::ptrdiff_t got = transport_->Receive(loop_.scratch());
  if (got > 0) {
    loop_.counters().bytes_received.Add(static_cast<std::uint64_t>(got));
    return got;
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  return 0;
}

void Connection::MarkDirty(bool stream) {
  if (dirty_) return;
  dirty_ = true;
  using Output = EventLoop::Output;
  loop_.MarkDirty(handle_, stream ? Output::kStream : Output::kResponse);
}

bool Connection::AfterWrite(ConnectionWriter::Outcome outcome) {
  using Outcome = ConnectionWriter::Outcome;
  switch (outcome) {
    case Outcome::kFailed:
      Close();
      return false;
    case Outcome::kBlockedNow:
      SetDeadline(loop_.options().progress_deadline);
      return true;
    case Outcome::kStillBlocked:
    case Outcome::kDone:
      break;
  }
  return true;
}

bool Connection::WriteOut() {
  return AfterWrite(writer_.Write(loop_.output_scratch(), loop_.counters().bytes_sent));
}

void Connection::BeginLinger() {
  transport_->EndSending();
  SetDeadline(kLingerFor);
  ArmReading();
}

void Connection::Leave() {
  loop_.wheel().Cancel(*this);
  loop_.Bury(handle_);
}

bool Connection::Hold(std::size_t bytes) {
  if (bytes == 0) return true;
  auto& held = loop_.shared().request_bytes;
  if (held.fetch_add(bytes, std::memory_order_relaxed) + bytes <= loop_.options().request_bytes) {
    return true;
  }
  held.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void Connection::Release(std::size_t bytes) {
  if (bytes != 0) loop_.shared().request_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace prichal::net
