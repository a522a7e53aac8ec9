#include "http/server/event_loop.h"

#include <algorithm>

namespace prichal::http {
namespace {

/// Generation of listeners' tokens; connections never have it.
constexpr std::uint32_t kListenerGeneration = 0;
/// Maximum number of expired deadlines per turn. With 10,000 streams, about 50 heartbeats are due
/// at each tick of the wheel and take 6 us each. Small batches keep the latency of messages low.
constexpr std::size_t kTimersATurn = 4;

}  // namespace

/// An action of Every().
class EventLoop::Periodic final : public Timer {
 public:
  Periodic(EventLoop& loop, Millis interval, std::function<void()> action)
      : loop_(loop), interval_(interval), action_(std::move(action)) {}

  void Start() { loop_.wheel_.Schedule(*this, loop_.context_.now().steady + interval_); }

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
      mailbox_(shared.options->mailbox_tasks),
      reactor_(*this),
      context_({.loop = *this,
                .index = index,
                .shared = shared,
                .reactor = reactor_,
                .wheel = wheel_,
                .connections = connections_,
                .http2_streams = http2_streams_}),
      outbound_(reactor_, wheel_, context_.now()),
      proxy_waits_(context_),
      connections_(context_),
      http2_streams_(context_) {
  (void)wheel_.Advance(context_.now().steady, 0);
}

// Destroys sessions first, because they use the handlers.
EventLoop::~EventLoop() { context_.DestroyRemovedSessions(); }

Handler& EventLoop::AddHandler(std::unique_ptr<Handler> handler) {
  handlers_.push_back(std::move(handler));
  return *handlers_.back();
}

bool EventLoop::AddListener(int fd, Handler& handler, const ListenerKind& kind) {
  const Token token{.slot = static_cast<std::uint32_t>(listeners_.size()),
                    .generation = kListenerGeneration};
  listeners_.push_back(
      std::make_unique<Listener>(context_, proxy_waits_, fd, token, handler, kind));
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

OpenRequest* EventLoop::Find(StreamHandle handle) {
  if (Http2StreamTable::Names(handle)) return http2_streams_.Find(handle);
  Connection* connection = connections_.Find(handle);
  return connection == nullptr ? nullptr : connection->open_request();
}

void EventLoop::Respond(StreamHandle request, const Response& response) {
  if (OpenRequest* open_request = Find(request)) open_request->RespondLate(response);
}

Stream* EventLoop::FindStream(StreamHandle stream) {
  OpenRequest* open_request = Find(stream);
  return open_request == nullptr ? nullptr : open_request->stream();
}

void EventLoop::StopAccepting() {
  for (const auto& listener : listeners_) {
    if (!listener->admin()) listener->Close();
  }
}

void EventLoop::BeginDrain() {
  context_.BeginDrain();
  proxy_waits_.CloseAll();
  connections_.Drain();
}

StreamHandle EventLoop::AddConnection(std::unique_ptr<Transport> transport, const Peer& peer,
                                      Handler& handler) {
  const StreamHandle handle = connections_.Reserve();
  AddTransport(context_, handle, std::move(transport), {.peer = peer, .handler = handler});
  return handle;
}

void EventLoop::OnReady(Token token, Readiness readiness) {
  if ((token.slot & OutboundLoop::kSlotBit) != 0) {
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
  Connection* connection =
      connections_.Find({.loop = index_, .slot = token.slot, .generation = token.generation});
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
  tick_pending_ = wheel_.Advance(context_.now().steady, kTimersATurn);
  if (tick_pending_) reactor_.TickAfter(Millis(0));
}

void EventLoop::OnTurnBegin() { context_.ReadClock(); }

void EventLoop::OnTurnEnd() {
  // First, so that results that are known at once are sent in this turn.
  outbound_.OnTurnEnd();
  if (connections_.Flush()) reactor_.TurnAgain();
  http2_streams_.DestroyRemoved();
  connections_.DestroyRemoved();
  context_.DestroyRemovedSessions();
  // Sets a timer only if a deadline exists, so that an idle process sleeps.
  if (const auto due = wheel_.NextDue(); due && (!tick_pending_ || *due < tick_at_)) {
    tick_pending_ = true;
    tick_at_ = *due;
    reactor_.TickAfter(std::max(Millis(0), *due - context_.now().steady));
  }
  if (context_.draining()) ReportDrained();
  // A sent response can start the next request of its connection, which can have output for other
  // servers.
  if (outbound_.has_hooks()) reactor_.TurnAgain();
}

void EventLoop::ReportDrained() {
  if (drained_reported_ || !connections_.drained()) return;
  drained_reported_ = true;
  context_.shared().drained();
}

}  // namespace prichal::http
