#include "net/event_loop.h"

#include <fmt/format.h>

#include <algorithm>

#include "http/date.h"
#include "net/http1_connection.h"
#include "net/opening_connection.h"
#include "net/socket_transport.h"
#include "net/tls_transport.h"

namespace prichal::net {
namespace {

/// Listeners are named by a generation that no connection ever has.
constexpr std::uint32_t kListenerGeneration = 0;
/// Handles with this bit in their slot name exchanges of HTTP/2, all others connections. Tokens
/// never have it.
constexpr std::uint32_t kExchangeBit = 1U << 29U;
/// How many deadlines pass in one turn. Of ten thousand streams fifty are due for a heartbeat with
/// every tick of the wheel, some 6 us each: a message that comes meanwhile waits for these few, not
/// for all of them.
constexpr std::size_t kTimersATurn = 4;
/// Of idle connections, so many are closed at once, because finding the oldest looks at all.
constexpr std::size_t kShedAtOnce = 64;
/// How long idle connections are not looked for again when there were none.
constexpr Millis kShedRest{100};

}  // namespace

/// An action of Every().
class EventLoop::Periodic final : public Timer {
 public:
  Periodic(EventLoop& loop, Millis interval, std::function<void()> action)
      : loop_(loop), interval_(interval), action_(std::move(action)) {}

  void Start() { loop_.wheel_.Schedule(*this, loop_.now_.steady + interval_); }

 private:
  void OnExpired() override {
    Start();
    action_();
  }

  EventLoop& loop_;
  Millis interval_;
  std::function<void()> action_;
};

EventLoop::EventLoop(std::uint32_t index, ServerShared& shared)
    : index_(index),
      shared_(&shared),
      options_(shared.options),
      now_(shared.clock->Now()),
      mailbox_(shared.options->mailbox_tasks),
      reactor_(*this),
      outbound_(reactor_, wheel_, now_),
      scratch_(std::make_unique<std::array<char, 64 * 1024>>()),
      proxy_waits_(*this) {
  (void)wheel_.Advance(now_.steady, 0);
}

EventLoop::~EventLoop() = default;

Handler& EventLoop::AddHandler(std::unique_ptr<Handler> handler) {
  handlers_.push_back(std::move(handler));
  return *handlers_.back();
}

bool EventLoop::AddListener(int fd, Handler& handler, const ListenerKind& kind) {
  const Token token{.slot = static_cast<std::uint32_t>(listeners_.size()),
                    .generation = kListenerGeneration};
  listeners_.push_back(std::make_unique<Listener>(*this, fd, token, handler, kind));
  return listeners_.back()->watched();
}

void EventLoop::Every(Millis interval, std::function<void()> action) {
  periodics_.push_back(std::make_unique<Periodic>(*this, interval, std::move(action)));
}

void EventLoop::AroundTasks(std::function<void()> before, std::function<void()> after) {
  around_tasks_.push_back({.before = std::move(before), .after = std::move(after)});
}

void EventLoop::Run() {
  OnTurnBegin();
  for (const auto& periodic : periodics_) periodic->Start();
  for (const auto& listener : listeners_) listener->Start();
  OnTurnEnd();
  reactor_.Run();
}

bool EventLoop::Post(Task task) {
  const Mailbox::Pushed pushed = mailbox_.Push(std::move(task), false);
  if (pushed == Mailbox::Pushed::kFirst) reactor_.Wake();
  return pushed != Mailbox::Pushed::kFull;
}

void EventLoop::PostAlways(Task task) {
  if (mailbox_.Push(std::move(task), true) == Mailbox::Pushed::kFirst) reactor_.Wake();
}

OpenExchange* EventLoop::Find(Handle handle) {
  if ((handle.slot & kExchangeBit) != 0) {
    return exchanges_.Find(handle.slot & ~kExchangeBit, handle.generation);
  }
  Connection* connection = connections_.Find(handle.slot, handle.generation);
  return connection == nullptr ? nullptr : connection->exchange();
}

void EventLoop::Respond(Handle request, const http::Response& response) {
  if (OpenExchange* exchange = Find(request)) exchange->RespondLate(response);
}

Stream* EventLoop::FindStream(Handle stream) {
  OpenExchange* exchange = Find(stream);
  return exchange == nullptr ? nullptr : exchange->stream();
}

void EventLoop::StopAccepting() {
  for (const auto& listener : listeners_) {
    if (!listener->admin()) listener->Close();
  }
}

void EventLoop::BeginDrain() {
  draining_ = true;
  proxy_waits_.CloseAll();
  connections_.ForEach([](Connection& connection) { connection.Drain(); });
}

void EventLoop::Adopt(int fd, const Peer& peer, Handler& handler, const ListenerKind& kind,
                      ConcurrencyLimiter::Entry counted) {
  const auto place = connections_.Reserve();
  std::unique_ptr<Transport> transport = std::make_unique<SocketTransport>(
      reactor_, fd, Token{.slot = place.slot, .generation = place.generation});
  if (kind.tls) {
    transport = std::make_unique<TlsTransport>(std::move(transport), tls_, counters_.tls);
  }
  Place(place, std::move(transport), peer, handler, kind.admin, counted);
}

Handle EventLoop::Adopt(std::unique_ptr<Transport> transport, const Peer& peer, Handler& handler) {
  const auto place = connections_.Reserve();
  Place(place, std::move(transport), peer, handler, false, ConcurrencyLimiter::kNotCounted);
  return {.loop = index_, .slot = place.slot, .generation = place.generation};
}

void EventLoop::Place(Slots<Connection>::Place place, std::unique_ptr<Transport> transport,
                      const Peer& peer, Handler& handler, bool admin,
                      ConcurrencyLimiter::Entry counted) {
  const Handle handle{.loop = index_, .slot = place.slot, .generation = place.generation};
  const bool opens = transport->has_opening();
  Connection::Parts parts{.loop = *this,
                          .handle = handle,
                          .transport = std::move(transport),
                          .handler = handler,
                          .peer = peer,
                          .admin = admin,
                          .counted = counted};
  std::unique_ptr<Connection> made;
  if (opens) {
    made = std::make_unique<OpeningConnection>(std::move(parts));
  } else {
    made = std::make_unique<Http1Connection>(std::move(parts));
  }
  Connection& connection = connections_.Put(place, std::move(made));
  if (admin) ++admin_connections_;
  shared_->connections.fetch_add(1, std::memory_order_relaxed);
  counters_.accepted.Add();
  counters_.connections.Add();
  connection.Start(false);
}

void EventLoop::ShedIdle() {
  if (now_.steady < shed_again_) return;
  std::vector<Connection*> idle;
  connections_.ForEach([&](Connection& connection) {
    if (connection.idle()) idle.push_back(&connection);
  });
  if (idle.empty()) shed_again_ = now_.steady + kShedRest;
  // Few of few: where hardly a connection is idle, most of those that are stay open.
  const std::size_t count = std::min(kShedAtOnce, (idle.size() + 7) / 8);
  const auto last = idle.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(idle.begin(), last, idle.end(), [](const Connection* a, const Connection* b) {
    return a->idle_since() < b->idle_since();
  });
  std::for_each(idle.begin(), last, [this](Connection* connection) {
    counters_.shed_idle.Add();
    connection->Shed();
  });
}

void EventLoop::Bury(Handle connection) {
  buried_.push_back(connections_.Take(connection.slot));
  shared_->by_address->Close(buried_.back()->counted());
  if (buried_.back()->admin()) --admin_connections_;
  shared_->connections.fetch_sub(1, std::memory_order_relaxed);
  counters_.connections.Subtract();
}

Http2Exchange& EventLoop::AddExchange(Http2Connection& connection, std::int32_t stream,
                                      const Http2Exchange::Place& place) {
  const auto slot = exchanges_.Reserve();
  const Handle handle{
      .loop = index_, .slot = slot.slot | kExchangeBit, .generation = slot.generation};
  counters_.http2.http2_exchanges.Add();
  return exchanges_.Put(slot, std::make_unique<Http2Exchange>(connection, handle, stream, place));
}

void EventLoop::BuryExchange(Handle exchange) {
  buried_exchanges_.push_back(exchanges_.Take(exchange.slot & ~kExchangeBit));
  counters_.http2.http2_exchanges.Subtract();
}

Connection& EventLoop::Replace(Handle place, std::unique_ptr<Connection> next) {
  replaced_.push_back(connections_.Exchange(place.slot, std::move(next)));
  return *connections_.Find(place.slot, place.generation);
}

const SharedBytes& EventLoop::HeadEndFor(HeadEnd end) {
  const std::int64_t second = now_.unix_time / std::chrono::seconds(1);
  if (second != head_end_second_) {
    head_end_second_ = second;
    const std::string date = fmt::format("Date: {}\r\n", http::HttpDate(now_.unix_time));
    // RFC 9112 section 9.3: staying is the rule in HTTP/1.1 and must be said in HTTP/1.0. A stream
    // without chunks ends with its connection.
    head_ends_ = {
        Share(date + "\r\n"),
        Share(date + "Connection: keep-alive\r\n\r\n"),
        Share(date + "Connection: close\r\n\r\n"),
        Share(date + "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"),
        Share(date + "Connection: close\r\n\r\n"),
    };
  }
  return head_ends_.at(static_cast<std::size_t>(end));
}

std::string_view EventLoop::HttpDate() {
  constexpr std::string_view kName = "Date: ";
  std::string_view line = *HeadEndFor(HeadEnd::kStay);
  line.remove_prefix(kName.size());
  return line.substr(0, line.find('\r'));
}

void EventLoop::OnReady(Token token, Readiness readiness) {
  if ((token.slot & LoopOutbound::kSlotBit) != 0) {
    outbound_.OnReady(token, readiness);
    return;
  }
  if ((token.slot & ProxyWaits::kSlotBit) != 0) {
    proxy_waits_.OnReady(token);
    return;
  }
  if (token.generation == kListenerGeneration) {
    listeners_.at(token.slot)->OnReadable();
    return;
  }
  Connection* connection = connections_.Find(token.slot, token.generation);
  if (connection == nullptr) return;
  if (readiness == Readiness::kReadable) {
    connection->OnReadable();
  } else {
    connection->OnWritable();
  }
}

void EventLoop::OnWake() {
  for (const Around& around : around_tasks_) around.before();
  mailbox_.RunAll();
  for (const Around& around : around_tasks_) around.after();
}

void EventLoop::OnTick() {
  tick_pending_ = wheel_.Advance(now_.steady, kTimersATurn);
  if (tick_pending_) reactor_.TickAfter(Millis(0));
}

void EventLoop::OnTurnBegin() { now_ = shared_->clock->Now(); }

void EventLoop::OnTurnEnd() {
  // First, because an answer may be known at once, and is then sent with the others.
  outbound_.OnTurnEnd();
  FlushDirty();
  buried_exchanges_.clear();
  buried_.clear();
  replaced_.clear();
  buried_sessions_.clear();
  // Only when something is due: an idle process sleeps.
  if (const auto due = wheel_.NextDue(); due && (!tick_pending_ || *due < tick_at_)) {
    tick_pending_ = true;
    tick_at_ = *due;
    reactor_.TickAfter(std::max(Millis(0), *due - now_.steady));
  }
  if (draining_) ReportDrained();
  // A response that is out lets the next request of its connection begin, and that may have
  // something for other servers.
  if (outbound_.has_hooks()) reactor_.TurnAgain();
}

void EventLoop::FlushDirty() {
  // What a flush makes dirty again waits for the next turn, so that one fast reader with a long
  // backlog does not keep the others waiting.
  decltype(dirty_) now;
  now.swap(dirty_);
  for (const std::vector<Handle>& handles : now) {
    for (const Handle& handle : handles) {
      Connection* connection = connections_.Find(handle.slot, handle.generation);
      if (connection != nullptr) connection->Flush();
    }
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!dirty_.at(i).empty()) {
      reactor_.TurnAgain();
    } else {
      now.at(i).clear();
      dirty_.at(i).swap(now.at(i));  // keeps the memory
    }
  }
}

void EventLoop::ReportDrained() {
  if (drained_reported_ || connections_.size() > admin_connections_) return;
  drained_reported_ = true;
  shared_->drained();
}

}  // namespace prichal::net
