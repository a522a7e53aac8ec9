#include "net/event_loop.h"

#include <fmt/format.h>

#include "http/date.h"

namespace prichal::net {
namespace {

/// Listeners are named by a generation that no connection ever has.
constexpr std::uint32_t kListenerGeneration = 0;
/// How many deadlines pass in one turn. Of ten thousand streams a hundred are due for a heartbeat
/// with every tick of the wheel: a message that comes meanwhile must not wait for all of them.
constexpr std::size_t kTimersATurn = 16;

}  // namespace

/// An action of Every().
class EventLoop::Periodic final : public Timed {
 public:
  Periodic(EventLoop& loop, Millis interval, std::function<void()> action)
      : loop_(loop), interval_(interval), action_(std::move(action)) {}

  void Start() { loop_.wheel_.Schedule(*this, loop_.now_.steady + interval_); }

 private:
  void OnTime() override {
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
      now_(shared.clock->Now()),
      mailbox_(shared.options.mailbox_tasks),
      reactor_(*this),
      scratch_(std::make_unique<std::array<char, 64 * 1024>>()) {
  (void)wheel_.Advance(now_.steady, 0);
}

EventLoop::~EventLoop() = default;

void EventLoop::AddListener(int fd, std::unique_ptr<Handler> handler, bool admin) {
  const Token token{.slot = static_cast<std::uint32_t>(listeners_.size()),
                    .generation = kListenerGeneration};
  listeners_.push_back(std::make_unique<Listener>(*this, fd, token, std::move(handler), admin));
}

void EventLoop::Every(Millis interval, std::function<void()> action) {
  periodics_.push_back(std::make_unique<Periodic>(*this, interval, std::move(action)));
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

void EventLoop::Answer(Handle request, const http::Answer& answer) {
  Connection* connection = connections_.Find(request.slot, request.generation);
  if (connection != nullptr) connection->AnswerLate(answer);
}

Stream* EventLoop::FindStream(Handle stream) {
  Connection* connection = connections_.Find(stream.slot, stream.generation);
  return connection == nullptr ? nullptr : connection->stream();
}

StreamSession* EventLoop::FindSession(Handle stream) {
  Connection* connection = connections_.Find(stream.slot, stream.generation);
  return connection == nullptr ? nullptr : connection->session();
}

void EventLoop::BeginDrain() {
  draining_ = true;
  for (const auto& listener : listeners_) {
    if (!listener->admin()) listener->Close();
  }
  connections_.ForEach([](Connection& connection) { connection.Drain(); });
}

void EventLoop::Adopt(int fd, const Peer& peer, Handler& handler, bool admin) {
  const auto place = connections_.Reserve();
  const Handle handle{.loop = index_, .slot = place.slot, .generation = place.generation};
  Connection& connection = connections_.Put(
      place, std::make_unique<Connection>(*this, handle, fd, peer, handler, admin));
  if (admin) ++admin_connections_;
  shared_->connections.fetch_add(1, std::memory_order_relaxed);
  counters_.accepted.Add();
  counters_.connections.Add();
  connection.Start();
}

void EventLoop::Bury(Handle connection) {
  buried_.push_back(connections_.Take(connection.slot));
  if (buried_.back()->admin()) --admin_connections_;
  shared_->connections.fetch_sub(1, std::memory_order_relaxed);
  counters_.connections.Subtract();
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

void EventLoop::OnReady(Token token, Readiness readiness) {
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

void EventLoop::OnWake() { mailbox_.RunAll(); }

void EventLoop::OnTick() {
  tick_pending_ = wheel_.Advance(now_.steady, kTimersATurn);
  if (tick_pending_) reactor_.TickAfter(Millis(0));
}

void EventLoop::OnTurnBegin() { now_ = shared_->clock->Now(); }

void EventLoop::OnTurnEnd() {
  FlushDirty();
  buried_.clear();
  buried_sessions_.clear();
  // Without deadlines there are no ticks: an idle process sleeps.
  if (!tick_pending_ && (connections_.size() > 0 || !wheel_.empty())) {
    tick_pending_ = true;
    reactor_.TickAfter(TimerWheel::kTick);
  }
  if (draining_) ReportDrained();
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
