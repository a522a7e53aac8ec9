#include "http/connection/connection.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "http/connection/http1_connection.h"
#include "http/connection/http2_connection.h"
#include "http/connection/loop_context.h"
#include "http/transport/tls_transport.h"

namespace prichal::http {
namespace {

constexpr Millis kLingerFor{2'000};
/// Maximum number of idle connections to close at once. Finding the oldest scans all connections.
constexpr std::size_t kShedAtOnce = 64;
/// Time until the next scan if no connection was idle.
constexpr Millis kShedRest{100};

}  // namespace

Connection::Connection(Parts parts)
    : context_(parts.context),
      handler_(parts.handler),
      transport_(std::move(parts.transport)),
      writer_(*transport_),
      handle_(parts.handle),
      admin_(parts.admin),
      peer_(parts.peer),
      counted_(parts.counted) {}

Connection::Parts Connection::TakeParts() {
  return {.context = context_,
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
  context_.wheel().Schedule(*this, context_.now().steady + from_now);
}

void Connection::BeginIdle() { idle_since_ = context_.now().steady; }

std::ptrdiff_t Connection::Receive() {
  const std::ptrdiff_t got = transport_->Receive(context_.scratch());
  if (got > 0) {
    context_.counters().bytes_received.Add(static_cast<std::uint64_t>(got));
    return got;
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  return 0;
}

void Connection::MarkDirty(bool stream) {
  if (dirty_) return;
  dirty_ = true;
  using Output = ConnectionTable::Output;
  context_.connections().MarkDirty(handle_, stream ? Output::kStream : Output::kResponse);
}

bool Connection::AfterWrite(ConnectionWriter::WriteResult result) {
  using WriteResult = ConnectionWriter::WriteResult;
  switch (result) {
    case WriteResult::kFailed:
      Close();
      return false;
    case WriteResult::kBlockedNow:
      SetDeadline(context_.options().progress_deadline);
      return true;
    case WriteResult::kStillBlocked:
    case WriteResult::kDone:
      break;
  }
  return true;
}

bool Connection::WriteOut() {
  return AfterWrite(writer_.Write(context_.output_scratch(), context_.counters().bytes_sent));
}

void Connection::BeginLinger() {
  transport_->EndSending();
  SetDeadline(kLingerFor);
  ArmReading();
}

void Connection::Leave() {
  context_.wheel().Cancel(*this);
  context_.connections().Remove(handle_);
}

bool Connection::Hold(std::size_t bytes) {
  if (bytes == 0) return true;
  auto& held = context_.shared().request_bytes;
  if (held.fetch_add(bytes, std::memory_order_relaxed) + bytes <=
      context_.options().request_bytes) {
    return true;
  }
  held.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void Connection::Release(std::size_t bytes) {
  if (bytes != 0) context_.shared().request_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

StreamHandle ConnectionTable::Reserve() {
  const auto place = connections_.Reserve();
  return {.loop = context_.index(), .slot = place.slot, .generation = place.generation};
}

void ConnectionTable::Add(std::unique_ptr<Connection> made) {
  const StreamHandle handle = made->handle();
  Connection& connection =
      connections_.Put({.slot = handle.slot, .generation = handle.generation}, std::move(made));
  if (connection.admin()) ++admin_connections_;
  context_.shared().connections.fetch_add(1, std::memory_order_relaxed);
  context_.counters().accepted.Add();
  context_.counters().connections.Add();
  connection.Start(false);
}

Connection& ConnectionTable::Replace(StreamHandle place, std::unique_ptr<Connection> next) {
  replaced_.push_back(connections_.Replace(place.slot, std::move(next)));
  return *Find(place);
}

void ConnectionTable::Remove(StreamHandle handle) {
  removed_.push_back(connections_.Remove(handle.slot));
  context_.shared().by_address->Close(removed_.back()->counted());
  if (removed_.back()->admin()) --admin_connections_;
  context_.shared().connections.fetch_sub(1, std::memory_order_relaxed);
  context_.counters().connections.Subtract();
}

bool ConnectionTable::Flush() {
  // Connections that a flush marks again wait for the next turn, so that one fast reader with a
  // long backlog does not delay the others.
  decltype(dirty_) now;
  now.swap(dirty_);
  for (const std::vector<StreamHandle>& handles : now) {
    for (const StreamHandle& handle : handles) {
      if (Connection* connection = Find(handle)) connection->Flush();
    }
  }
  bool has_more = false;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!dirty_.at(i).empty()) {
      has_more = true;
    } else {
      now.at(i).clear();
      dirty_.at(i).swap(now.at(i));  // keeps the memory
    }
  }
  return has_more;
}

void ConnectionTable::DestroyRemoved() {
  removed_.clear();
  replaced_.clear();
}

void ConnectionTable::Drain() {
  connections_.ForEach([](Connection& connection) { connection.Drain(); });
}

void ConnectionTable::CloseIdleConnections() {
  const Millis now = context_.now().steady;
  if (now < shed_again_) return;
  std::vector<Connection*> idle;
  connections_.ForEach([&](Connection& connection) {
    if (connection.idle()) idle.push_back(&connection);
  });
  if (idle.empty()) shed_again_ = now + kShedRest;
  // Close at most an eighth of the idle connections, so that some stay open if few are idle.
  const std::size_t count = std::min(kShedAtOnce, (idle.size() + 7) / 8);
  const auto last = idle.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(idle.begin(), last, idle.end(), [](const Connection* a, const Connection* b) {
    return a->idle_since() < b->idle_since();
  });
  std::for_each(idle.begin(), last, [this](Connection* connection) {
    context_.counters().shed_idle.Add();
    connection->Evict();
  });
}

void OpeningConnection::Start(bool /*opened*/) {
  // One deadline for the whole handshake, however often bytes arrive.
  BeginIdle();
  SetDeadline(context().options().header_deadline);
  ArmReading();
}

void OpeningConnection::OnReadable() {
  ReadingReported();
  if (phase_ == Phase::kOpening) return Open();
  if (phase_ != Phase::kLingering) return;
  if (Receive() == 0) return Close();
  ArmReading();
}

void OpeningConnection::OnWritable() {
  if (phase_ == Phase::kOpening) Open();
}

void OpeningConnection::Open() {
  using Opening = Transport::Opening;
  switch (transport().Open()) {
    case Opening::kDone: {
      phase_ = Phase::kOver;
      context().wheel().Cancel(*this);
      const StreamHandle place = handle();
      LoopContext& on = context();
      std::unique_ptr<Connection> next;
      if (transport().chose_http2()) {
        next = std::make_unique<Http2Connection>(TakeParts());
      } else {
        next = std::make_unique<Http1Connection>(TakeParts());
      }
      Connection& opened = on.connections().Replace(place, std::move(next));
      opened.Start(true);
      if (on.draining()) opened.Drain();
      return;
    }
    case Opening::kUnderWay:
      return;
    case Opening::kRefused:
      phase_ = Phase::kLingering;
      return BeginLinger();
    case Opening::kFailed:
      return Close();
  }
}

void OpeningConnection::Drain() {
  if (phase_ == Phase::kOpening) SetDeadline(kFirstRequestWithin);
}

void OpeningConnection::OnExpired() {
  if (phase_ == Phase::kOpening) {
    context().counters().timeouts.Add();
    context().counters().tls.Count(TlsFailure::kDeadline);
  }
  Close();
}

void OpeningConnection::Close() {
  if (phase_ == Phase::kOver) return;
  phase_ = Phase::kOver;
  Leave();
}

void AddSocket(LoopContext& context, int fd, const AcceptedConnection& adopted, bool tls) {
  const StreamHandle handle = context.connections().Reserve();
  std::unique_ptr<Transport> transport = std::make_unique<SocketTransport>(
      context.reactor(), fd, Token{.slot = handle.slot, .generation = handle.generation});
  if (tls) {
    transport =
        std::make_unique<TlsTransport>(std::move(transport), context.tls(), context.counters().tls);
  }
  AddTransport(context, handle, std::move(transport), adopted);
}

void AddTransport(LoopContext& context, StreamHandle handle, std::unique_ptr<Transport> transport,
                  const AcceptedConnection& adopted) {
  const bool opens = transport->has_opening();
  Connection::Parts parts{.context = context,
                          .handle = handle,
                          .transport = std::move(transport),
                          .handler = adopted.handler,
                          .peer = adopted.peer,
                          .admin = adopted.admin,
                          .counted = adopted.counted};
  std::unique_ptr<Connection> made;
  if (opens) {
    made = std::make_unique<OpeningConnection>(std::move(parts));
  } else {
    made = std::make_unique<Http1Connection>(std::move(parts));
  }
  context.connections().Add(std::move(made));
}

}  // namespace prichal::http
