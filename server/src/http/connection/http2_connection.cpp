#include "http/connection/http2_connection.h"

#include <algorithm>
#include <limits>

#include "http/connection/loop_context.h"

namespace prichal::http {
namespace {

/// Size of a write if the transport has no record size: that of a TLS record.
constexpr std::size_t kRecord = 16 * 1024;

std::uint32_t HeadLimitFor(const HeadLimits& limits) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(limits.head, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

Http2Connection::Http2Connection(Parts parts)
    : Connection(std::move(parts)),
      session_(*this, context().frame_room(), context().options().http2_streams,
               HeadLimitFor(context().shared().head_limits)) {
  context().counters().http2_connections.Add();
}

void Http2Connection::Start(bool opened) {
  BeginIdle();
  SetIdleDeadline();
  MarkDirty(false);
  if (opened) return OnReadable();
  ArmReading();
}

void Http2Connection::OnReadable() {
  ReadingReported();
  if (phase_ == Phase::kClosed) return;
  const std::ptrdiff_t got = Receive();
  // A half-close counts as a close: clients with open requests keep both directions.
  if (got == 0) return Close();
  if (got > 0 && phase_ == Phase::kOpen && !failed_) ReceiveFrames(static_cast<std::size_t>(got));
  if (phase_ != Phase::kClosed) ArmReading();
}

void Http2Connection::ReceiveFrames(std::size_t size) {
  failed_ = !session_.Receive({context().scratch().data(), size}, context().now().steady);
  EndClosed();
  ProceedTouched();
  MarkDirty(false);
}

void Http2Connection::ProceedTouched() {
  const std::vector<Http2Stream*> touched = std::exchange(touched_, {});
  // Streams that have ended meanwhile exist until the end of the turn and ignore the call.
  for (Http2Stream* http2_stream : touched) http2_stream->Proceed();
}

void Http2Connection::EndClosed() {
  const std::vector<Http2Stream*> closed = std::exchange(closed_, {});
  for (Http2Stream* http2_stream : closed) http2_stream->End();
}

void Http2Connection::OnWritable() {
  writer().Unblock();
  Flush();
}

void Http2Connection::Flush() {
  FlushBegins();
  if (phase_ != Phase::kOpen || !WriteNow()) return;
  const std::vector<Http2Stream*> taken = std::exchange(taken_, {});
  for (Http2Stream* http2_stream : taken) http2_stream->OnOutputTaken();
  if (phase_ == Phase::kOpen && !writer().blocked()) AfterOutputIsGone();
}

bool Http2Connection::WriteNow() {
  if (phase_ != Phase::kOpen || !WriteOut()) return false;
  std::string& scratch = context().output_scratch();
  const std::size_t record = transport().record_bytes() > 0 ? transport().record_bytes() : kRecord;
  while (!writer().blocked()) {
    scratch.clear();
    session_.WriteTo(scratch, record);
    if (scratch.empty()) break;
    if (!AfterWrite(writer().WriteThrough(scratch, context().counters().bytes_sent))) return false;
  }
  EndClosed();
  // Within another call: streams whose output has been taken are notified at the end of the turn.
  if (!taken_.empty()) MarkDirty(true);
  return phase_ == Phase::kOpen;
}

void Http2Connection::AfterOutputIsGone() {
  if (failed_ || session_.over()) {
    const std::vector<Http2Stream*> http2_streams = http2_streams_;
    for (Http2Stream* http2_stream : http2_streams) http2_stream->End();
    if (!failed_ && context().draining()) return Close();
    phase_ = Phase::kLingering;
    return BeginLinger();
  }
  if (!http2_streams_.empty()) return;
  if (session_.going()) return Close();
  SetIdleDeadline();
}

void Http2Connection::SetIdleDeadline() {
  const ServerOptions& options = context().options();
  // A new connection must send its first request within the header deadline.
  const Millis wait = first_request_ ? options.header_deadline : options.idle_deadline;
  context().wheel().Schedule(*this, idle_since() + wait);
}

bool Http2Connection::idle() const {
  return phase_ == Phase::kOpen && http2_streams_.empty() && writer().write_queue().empty();
}

h2::StreamOwner* Http2Connection::OnRequest(std::int32_t stream) {
  if (phase_ != Phase::kOpen) return nullptr;
  Http2Stream::Place place;
  // The first stream uses the place of its connection.
  if (!http2_streams_.empty()) {
    auto& open = context().shared().connections;
    if (open.load(std::memory_order_relaxed) >= context().options().max_connections) {
      context().counters().refused_full.Add();
      return nullptr;
    }
    if (context().options().counts_address(peer().address)) {
      const auto counted = context().shared().by_address->Open(peer().address);
      if (!counted) {
        context().counters().refused_address.Add();
        return nullptr;
      }
      place.counted = *counted;
    }
    place.taken = true;
    open.fetch_add(1, std::memory_order_relaxed);
  }
  first_request_ = false;
  context().counters().http2_requests.Add();
  Http2Stream& http2_stream = context().http2_streams().Add(*this, stream, place);
  http2_stream.set_index(http2_streams_.size());
  http2_streams_.push_back(&http2_stream);
  http2_stream.Touch();
  return &http2_stream;
}

void Http2Connection::Remove(Http2Stream& http2_stream) {
  http2_streams_.back()->set_index(http2_stream.index());
  http2_streams_[http2_stream.index()] = http2_streams_.back();
  http2_streams_.pop_back();
  // The connection counts for one of the remaining streams, so that stream returns its place.
  Http2Stream::Place place = http2_stream.TakePlace();
  if (!place.taken && !http2_streams_.empty()) place = http2_streams_.front()->TakePlace();
  if (place.taken) {
    context().shared().connections.fetch_sub(1, std::memory_order_relaxed);
    context().shared().by_address->Close(place.counted);
  }
  std::erase(taken_, &http2_stream);
  context().http2_streams().Remove(http2_stream.handle());
  if (http2_streams_.empty()) {
    BeginIdle();
    MarkDirty(false);
  }
}

void Http2Connection::OnEventStream() {
  if (std::exchange(has_streams_, true)) return;
  // A client that disappeared acknowledges nothing; the kernel then closes the connection.
  transport().FailWithoutAcknowledgement(context().options().progress_deadline);
}

void Http2Connection::CountFault(h2::Fault fault) {
  context().counters().http2_faults.at(static_cast<std::size_t>(fault)).Add();
}

void Http2Connection::Drain() {
  if (phase_ != Phase::kOpen) return;
  // Requests may have arrived since the last read. GOAWAY names the last request that is answered,
  // and the client retries later ones (RFC 9113 section 6.8).
  const std::ptrdiff_t got = Receive();
  if (got == 0) return Close();
  if (got > 0 && !failed_) ReceiveFrames(static_cast<std::size_t>(got));
  session_.GoAway();
  const std::vector<Http2Stream*> http2_streams = http2_streams_;
  for (Http2Stream* http2_stream : http2_streams) http2_stream->Drain();
  MarkDirty(false);
}

void Http2Connection::Evict() {
  if (phase_ == Phase::kOpen) {
    session_.GoAway();
    if (!WriteNow()) return;
  }
  Close();
}

void Http2Connection::OnExpired() {
  if (phase_ == Phase::kLingering) return Close();
  if (writer().blocked()) {
    context().counters().timeouts.Add();
    return Close();
  }
  if (!http2_streams_.empty()) return;
  if (first_request_) context().counters().timeouts.Add();
  Evict();
}

void Http2Connection::Close() {
  if (phase_ == Phase::kClosed) return;
  phase_ = Phase::kClosed;
  const std::vector<Http2Stream*> http2_streams = http2_streams_;
  for (Http2Stream* http2_stream : http2_streams) http2_stream->End();
  Leave();
}

}  // namespace prichal::http
