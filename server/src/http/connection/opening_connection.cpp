#include "http/connection/opening_connection.h"

#include <memory>
#include <utility>

#include "http/connection/http1_connection.h"
#include "http/connection/http2_connection.h"
#include "http/connection/loop_context.h"
#include "http/transport/socket_transport.h"
#include "http/transport/tls_transport.h"

namespace prichal::net {

void OpeningConnection::Start(bool /*opened*/) {
  // However often something comes, this is all the time there is.
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

}  // namespace prichal::net
