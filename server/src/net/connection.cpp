#include "net/connection.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <string>

#include "http/answer_builder.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

constexpr Millis kLingerFor{2'000};
constexpr int kSendFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
/// What is not longer is put together before it is sent: so few bytes are copied sooner than the
/// kernel collects them from their pieces.
constexpr std::size_t kCopied = 4096;

/// The bytes of the outbox, as many as the socket takes; as send(2). `room`: to put them together.
ssize_t SendCopied(int fd, const Outbox& outbox, std::string& room) {
  outbox.CopyTo(room);
  return send(fd, room.data(), room.size(), kSendFlags);
}

ssize_t SendGathered(int fd, const Outbox& outbox) {
  Outbox::Batch batch;
  outbox.Gather(batch);
  std::array<iovec, std::tuple_size_v<decltype(batch.views)>> parts{};
  for (std::size_t i = 0; i < batch.count; ++i) {
    // The interface has no const; sending does not write.
    parts[i] = {.iov_base = const_cast<char*>(batch.views[i].data()),
                .iov_len = batch.views[i].size()};
  }
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = batch.count;
  return sendmsg(fd, &message, kSendFlags);
}

}  // namespace

Connection::Connection(EventLoop& loop, Handle handle, int fd, const Peer& peer, Handler& handler,
                       bool admin)
    : loop_(loop),
      handler_(handler),
      descriptor_(loop.reactor(), fd, {.slot = handle.slot, .generation = handle.generation}),
      handle_(handle),
      admin_(admin),
      peer_(peer) {}

Connection::~Connection() {
  DropReader();
  if (waiting_) Release(waiting_->size());
}

void Connection::Start() {
  SetReadingDeadline();
  ArmReading();
}

void Connection::ArmReading() {
  if (reading_armed_) return;
  reading_armed_ = true;
  descriptor_.AwaitReadable();
}

void Connection::SetDeadline(Millis from_now) {
  loop_.wheel().Schedule(*this, loop_.now().steady + from_now);
}

void Connection::SetReadingDeadline() {
  if (unwanted_ > 0) return SetDeadline(loop_.options().body_deadline);
  // A newcomer that says nothing is given no more time than one that is slow to say it.
  SetDeadline(first_request_ ? loop_.options().header_deadline : loop_.options().idle_deadline);
}

int Connection::Receive() {
  const std::span<char> scratch = loop_.scratch();
  const std::ptrdiff_t got = descriptor_.Receive(scratch);
  if (got > 0) {
    loop_.counters().bytes_received.Add(static_cast<std::uint64_t>(got));
    return static_cast<int>(got);
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  return 0;
}

void Connection::OnReadable() {
  reading_armed_ = false;
  if (phase_ == Phase::kStreaming || phase_ == Phase::kEndingStream) return OnStreamReadable();
  if (phase_ != Phase::kReading && phase_ != Phase::kLingering) return;
  const int got = Receive();
  if (got == 0) {
    // The peer may have closed only its half: what it asked for still goes out.
    if (outbox_.empty()) return Close();
    close_after_ = true;
    return;
  }
  if (got > 0 && phase_ == Phase::kReading) {
    Process({loop_.scratch().data(), static_cast<std::size_t>(got)});
  }
  if (phase_ == Phase::kReading || phase_ == Phase::kLingering) ArmReading();
}

void Connection::OnWritable() {
  writing_armed_ = false;
  Flush();
}

void Connection::MarkDirty() {
  if (dirty_) return;
  dirty_ = true;
  using Output = EventLoop::Output;
  loop_.MarkDirty(handle_, session_ == nullptr ? Output::kAnswer : Output::kStream);
}

void Connection::Flush() {
  dirty_ = false;
  if (phase_ == Phase::kClosed || writing_armed_) return;
  if (WriteOut() && outbox_.empty()) AfterOutputIsGone();
}

bool Connection::WriteOut() {
  while (!outbox_.empty()) {
    const ssize_t sent = outbox_.bytes() <= kCopied
                             ? SendCopied(descriptor_.fd(), outbox_, loop_.output_scratch())
                             : SendGathered(descriptor_.fd(), outbox_);
    if (sent < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) {
        Close();
        return false;
      }
      if (!writing_armed_) {
        writing_armed_ = true;
        descriptor_.AwaitWritable();
        SetDeadline(loop_.options().progress_deadline);
      }
      return true;
    }
    loop_.counters().bytes_sent.Add(static_cast<std::uint64_t>(sent));
    outbox_.Consume(static_cast<std::size_t>(sent));
  }
  return true;
}

void Connection::AfterOutputIsGone() {
  if (phase_ == Phase::kStreaming) {
    SetStreamDeadline();
    session_->OnDrained(*this);
    return;
  }
  if (close_after_) {
    if (linger_) return Linger();
    return Close();
  }
  if (phase_ == Phase::kHandling) return;
  const bool was_waiting = phase_ != Phase::kReading;
  phase_ = Phase::kReading;
  if (!reader_) SetReadingDeadline();
  if (!was_waiting) return;
  if (waiting_) {
    const std::unique_ptr<std::string> input = std::move(waiting_);
    Release(input->size());
    Process(*input);
  }
  if (phase_ == Phase::kReading) ArmReading();
}

void Connection::Linger() {
  shutdown(descriptor_.fd(), SHUT_WR);
  phase_ = Phase::kLingering;
  SetDeadline(kLingerFor);
  ArmReading();
}

void Connection::Close() {
  if (phase_ == Phase::kClosed) return;
  const bool was_stream = phase_ == Phase::kStreaming;
  phase_ = Phase::kClosed;
  loop_.wheel().Cancel(*this);
  if (was_stream) {
    CountStreamEnd();
    session_->OnEnd(handle_, StreamEnd::kPeerGone);
  }
  loop_.Bury(handle_);
}

void Connection::Drain() {
  switch (phase_) {
    case Phase::kReading:
      // Between requests there is nothing to finish; within one, the deadlines hold.
      if (reader_ || !outbox_.empty() || admin_) return;
      // What comes still of a body must not take the answer from who sends it.
      if (unwanted_ > 0) return Linger();
      return Close();
    case Phase::kStreaming:
      session_->OnShutdown(*this);
      EndStream(StreamEnd::kDrained);
      return;
    default:
      return;
  }
}

void Connection::OnTime() {
  if (phase_ == Phase::kStreaming && !writing_armed_) return OnStreamTime();
  if (phase_ == Phase::kLingering) return Close();
  if (writing_armed_) {
    loop_.counters().timeouts.Add();
    return Close();
  }
  if (phase_ == Phase::kHandling) {
    loop_.counters().timeouts.Add();
    keep_alive_ = false;
    AnswerNow(http::ErrorAnswer(503, "no answer in time",
                                "Retry-After: 5\r\n"
                                "Access-Control-Allow-Origin: *\r\n"));
    return;
  }
  if (phase_ == Phase::kReading && reader_) {
    loop_.counters().timeouts.Add();
    return Refuse({.status = 408, .reason = "the request did not arrive in time"});
  }
  if (first_request_) loop_.counters().timeouts.Add();
  Close();
}

}  // namespace prichal::net
