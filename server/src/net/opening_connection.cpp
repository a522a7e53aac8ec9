#include "net/opening_connection.h"

#include <memory>
#include <utility>

#include "net/event_loop.h"
#include "net/http1_connection.h"
#include "net/http2_connection.h"

namespace prichal::net {

void OpeningConnection::Start(bool /*opened*/) {
  // However often something comes, this is all the time there is.
  BeginIdle();
  SetDeadline(loop().options().header_deadline);
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
      loop().wheel().Cancel(*this);
      const Handle place = handle();
      EventLoop& on = loop();
      std::unique_ptr<Connection> next;
      if (transport().chose_http2()) {
        next = std::make_unique<Http2Connection>(TakeParts());
      } else {
        next = std::make_unique<Http1Connection>(TakeParts());
      }
      Connection& opened = on.Replace(place, std::move(next));
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
    loop().counters().timeouts.Add();
    loop().counters().tls.Count(TlsFailure::kDeadline);
  }
  Close();
}

void OpeningConnection::Close() {
  if (phase_ == Phase::kOver) return;
  phase_ = Phase::kOver;
  Leave();
}

}  // namespace prichal::net
