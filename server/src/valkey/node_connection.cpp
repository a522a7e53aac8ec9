// Connection to one node: connecting, the handshake (authentication, database, scripts), commands
// and replies.

#include "valkey/node_connection.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace prichal::valkey {
namespace {

/// Maximum reads per loop iteration, so that other connections get their turn.
constexpr int kReadsATurn = 4;
/// Time beyond the command deadline that a server needs for WAIT and a loop iteration takes.
constexpr Millis kSlack{250};
/// A connection that worked for this long resets its reconnect delay.
constexpr Millis kProven{1'000};

std::string ErrorText(int error) { return std::generic_category().message(error); }

}  // namespace

std::string Unreachable(const Endpoint& endpoint, std::string reason) {
  // "Connection refused", but not "TLS failed".
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (reason.size() > 1 && is_upper(reason[0]) && !is_upper(reason[1])) reason[0] |= 0x20;
  return fmt::format("cannot reach Valkey at {} ({}); answering 503 until it is back",
                     NameOf(endpoint), reason);
}

NodeConnection::NodeConnection(NodeConnectionShared& shared, Endpoint endpoint, Kind kind,
                               NodeConnectionPort& port, NodeIndex node)
    : shared_(shared),
      endpoint_(std::move(endpoint)),
      kind_(kind),
      port_(port),
      node_(node),
      resolver_(shared.loop) {}

NodeConnection::~NodeConnection() { shared_.loop.ForgetTurnEnd(*this); }

void NodeConnection::Log(const std::string& what) const {
  if (kind_ == Kind::kScout) return;
  shared_.options.log(fmt::format("connection to {} ({}) {}", NameOf(endpoint_),
                                  kind_ == Kind::kCommands ? "commands" : "pushes", what));
}

void NodeConnection::Open() {
  if (state_ != State::kClosed) return;
  Reset(State::kPausing);
  // Connect later, so that the port is not called from within Open().
  shared_.loop.Schedule(*this, shared_.loop.now().steady);
}

void NodeConnection::Close() {
  if (state_ == State::kClosed) return;
  Lose({}, false);
}

void NodeConnection::Reopen(const std::string& reason) {
  attempts_ = 0;
  Lose(reason, true);
}

void NodeConnection::Reset(State next) {
  ++life_;
  state_ = next;
  resolver_.Cancel();
  shared_.loop.Cancel(*this);
  watch_.reset();
  tls_.reset();
  reader_.reset();
  output_.clear();
  output_sent_ = 0;
  encrypted_.clear();
  encrypted_sent_ = 0;
  stream_sent_ = 0;
  blocked_ = false;
  wants_wait_ = false;
}

void NodeConnection::Connect() {
  Reset(State::kResolving);
  ++attempts_;
  shared_.loop.Schedule(*this, shared_.loop.now().steady + shared_.options.deadline);
  resolver_.Resolve(endpoint_.host, endpoint_.port, [this](http::Resolver::Answer answer) {
    if (!answer) {
      Lose(answer.error(), true);
      return;
    }
    addresses_ = *std::move(answer);
    tried_ = 0;
    Dial({});
  });
}

void NodeConnection::Dial(std::string reason) {
  watch_.reset();
  while (tried_ < addresses_.size()) {
    // Rotate the start, so that an address that accepts connections but does not work is not always
    // the first.
    const auto fd = http::Dial(addresses_[(attempts_ - 1 + tried_++) % addresses_.size()]);
    if (fd) watch_ = shared_.loop.WatchFor(*this, *fd);
    if (watch_) {
      state_ = State::kConnecting;
      shared_.loop.Schedule(*this, shared_.loop.now().steady + shared_.options.connect_deadline);
      watch_->AwaitWritable();
      return;
    }
    reason = fd ? "too many open files" : ErrorText(fd.error());
  }
  Lose(reason, true);
}

void NodeConnection::Connected() {
  shared_.loop.Schedule(*this, shared_.loop.now().steady + shared_.options.deadline);
  reader_ = std::make_unique<ReplyReader>();
  if (shared_.options.tls) {
    state_ = State::kEncrypting;
    tls_ = std::make_unique<TlsSession>(*shared_.options.tls, endpoint_.host);
    const std::uint64_t life = life_;
    Flush();
    if (life != life_) return;
  } else {
    Greet();
  }
  watch_->AwaitReadable();
}

void NodeConnection::Expect(InFlight::What what, std::unique_ptr<Command> command) {
  const Millis now = shared_.loop.now().steady;
  // The timer belongs to the first command in flight; the earlier ones have been answered.
  if (in_flight_.empty() && state_ == State::kReady) {
    shared_.loop.Schedule(*this, now + shared_.options.deadline + kSlack);
  }
  in_flight_.push_back({.what = what, .command = std::move(command), .sent = now});
}

void NodeConnection::Send(std::unique_ptr<Command> command) {
  if (command->asking) {
    AppendCommand(output_, {"ASKING"});
    Expect(InFlight::What::kIgnored);
  }
  output_.append(command->wire);
  command->wire_end = stream_sent_ + (output_.size() - output_sent_);
  wants_wait_ = wants_wait_ || command->replicas;
  Expect(InFlight::What::kCommand, std::move(command));
  MarkDirty();
}

void NodeConnection::SendRaw(std::string_view wire) {
  output_.append(wire);
  MarkDirty();
}

void NodeConnection::MarkDirty() {
  if (dirty_) return;
  dirty_ = true;
  shared_.loop.AtTurnEnd(*this);
}

void NodeConnection::Flush() {
  dirty_ = false;
  if (!watch_ || state_ == State::kConnecting) return;
  if (wants_wait_) {
    wants_wait_ = false;
    const std::string replicas = std::to_string(shared_.options.replicas);
    const std::string deadline = std::to_string(shared_.options.replicas_deadline.count());
    AppendCommand(output_, {"WAIT", replicas, deadline});
    Expect(InFlight::What::kWait);
  }
  if (blocked_) return;
  while (true) {
    if (tls_ && encrypted_sent_ == encrypted_.size()) {
      encrypted_.clear();
      encrypted_sent_ = 0;
      const std::string_view plain =
          tls_->established() ? std::string_view(output_).substr(output_sent_) : std::string_view();
      if (!tls_->Send(plain, encrypted_)) {
        Lose(tls_->error(), true);
        return;
      }
      stream_sent_ += plain.size();
      output_sent_ += plain.size();
    }
    std::string& from = tls_ ? encrypted_ : output_;
    std::size_t& sent = tls_ ? encrypted_sent_ : output_sent_;
    if (sent == from.size()) break;
    const ssize_t got =
        send(watch_->fd(), from.data() + sent, from.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      blocked_ = true;
      watch_->AwaitWritable();
      break;
    }
    if (got < 0) {
      Lose(ErrorText(errno), true);
      return;
    }
    sent += static_cast<std::size_t>(got);
    if (!tls_) stream_sent_ += static_cast<std::uint64_t>(got);
  }
  if (output_sent_ == output_.size()) {
    output_.clear();
    output_sent_ = 0;
  } else if (output_sent_ > output_.size() / 2) {
    output_.erase(0, output_sent_);
    output_sent_ = 0;
  }
}

void NodeConnection::OnWritable() {
  if (state_ == State::kConnecting) {
    const int error = http::ConnectionError(watch_->fd());
    if (error != 0) {
      Dial(ErrorText(error));
    } else {
      Connected();
    }
    return;
  }
  blocked_ = false;
  Flush();
}

void NodeConnection::OnReadable() {
  std::string plain;
  for (int i = 0; i < kReadsATurn; ++i) {
    const std::ptrdiff_t got = watch_->Receive(shared_.scratch);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      Lose(got == 0 ? "closed by the server" : ErrorText(errno), true);
      return;
    }
    std::string_view bytes(shared_.scratch.data(), static_cast<std::size_t>(got));
    if (tls_) {
      plain.clear();
      const bool was_established = tls_->established();
      const bool fine = tls_->Receive(bytes, plain);
      if (fine && !was_established && tls_->established()) Greet();
      if (!fine && plain.empty()) {
        Lose(tls_->error(), true);
        return;
      }
      bytes = plain;
      MarkDirty();  // TLS may need to send a handshake or key update record
    }
    reader_->Feed(bytes);
    if (!ReadReplies()) return;
  }
  watch_->AwaitReadable();
}

bool NodeConnection::ReadReplies() {
  const std::uint64_t life = life_;
  while (auto reply = reader_->Next()) {
    OnReply(std::move(*reply));
    if (life != life_) return false;
  }
  if (!reader_->error().empty()) {
    Lose(reader_->error(), true);
    return false;
  }
  return true;
}

void NodeConnection::OnReply(Reply reply) {
  if (state_ == State::kReady && kind_ == Kind::kPushes) {
    port_.OnPush(*this, std::move(reply));
    return;
  }
  if (in_flight_.empty()) {
    Lose("an answer without a command", true);
    return;
  }
  InFlight answered = std::move(in_flight_.front());
  in_flight_.pop_front();
  switch (answered.what) {
    case InFlight::What::kIgnored:
      break;
    case InFlight::What::kGreeting:
      (void)ReadGreeting(reply);
      break;
    case InFlight::What::kWait:
      OnReplicas(reply);
      break;
    case InFlight::What::kCommand:
      if (answered.command->replicas && !reply.IsError()) {
        held_.push_back({.command = std::move(answered.command), .reply = std::move(reply)});
      } else {
        port_.OnAnswer(*this, std::move(answered.command), std::move(reply), false);
      }
      break;
  }
}

void NodeConnection::OnReplicas(const Reply& reply) {
  const bool enough = reply.kind == Reply::Kind::kInteger &&
                      reply.integer >= static_cast<std::int64_t>(shared_.options.replicas);
  std::vector<Held> held = std::exchange(held_, {});
  for (Held& one : held) {
    port_.OnAnswer(*this, std::move(one.command), std::move(one.reply), !enough);
  }
}

void NodeConnection::OnExpired() {
  const Millis now = shared_.loop.now().steady;
  switch (state_) {
    case State::kClosed:
      return;
    case State::kPausing:
      Connect();
      return;
    case State::kReady: {
      if (in_flight_.empty()) return;
      const Millis due = in_flight_.front().sent + shared_.options.deadline + kSlack;
      if (now < due) {
        shared_.loop.Schedule(*this, due);
      } else {
        Lose("the server does not answer", true);
      }
      return;
    }
    case State::kConnecting:
      Dial("connection timed out");
      return;
    default:
      Lose("connection timed out", true);
  }
}

void NodeConnection::Lose(const std::string& reason, bool again) {
  const Millis now = shared_.loop.now().steady;
  const bool was_ready = state_ == State::kReady;
  if (was_ready) {
    if (now - ready_since_ >= kProven) attempts_ = 0;
    shared_.counters.reconnects.Add(again ? 1 : 0);
  }
  // Log only if the reason changed, not each attempt.
  if (!reason.empty() && reason != last_reason_) {
    last_reason_ = reason;
    if (kind_ == Kind::kCommands) {
      shared_.options.LogError(Unreachable(endpoint_, reason));
    } else {
      Log(fmt::format("is lost: {}", reason));
    }
  }
  Commands sent;
  Commands unsent;
  for (Held& one : std::exchange(held_, {})) sent.push_back(std::move(one.command));
  const std::uint64_t left = stream_sent_;
  for (InFlight& one : std::exchange(in_flight_, {})) {
    if (!one.command) continue;
    const bool gone = one.command->wire_end - one.command->wire.size() < left;
    (gone ? sent : unsent).push_back(std::move(one.command));
  }
  Reset(again ? State::kPausing : State::kClosed);
  if (again) {
    Millis pause = shared_.options.first_pause * (1U << std::min(attempts_, 10U));
    pause = std::min(pause, shared_.options.longest_pause);
    shared_.loop.Schedule(*this, now + shared_.Jittered(pause));
  }
  port_.OnLost(*this, std::move(sent), std::move(unsent));
}

void NodeConnection::Greet() {
  state_ = State::kGreeting;
  const Uri& uri = shared_.options.uri;
  const auto say = [this](InFlight::What what, std::initializer_list<std::string_view> parts) {
    AppendCommand(output_, parts);
    Expect(what);
  };
  using What = InFlight::What;
  if (!uri.password.empty() && !uri.user.empty()) {
    say(What::kGreeting, {"AUTH", uri.user, uri.password});
  } else if (!uri.password.empty()) {
    say(What::kGreeting, {"AUTH", uri.password});
  }
  say(What::kIgnored, {"CLIENT", "SETNAME", shared_.options.name});
  if (uri.database != 0) say(What::kGreeting, {"SELECT", std::to_string(uri.database)});
  if (kind_ == Kind::kCommands) {
    for (const auto& script : shared_.scripts)
      say(What::kIgnored, {"SCRIPT", "LOAD", script->source});
  }
  // A server that is still loading its data answers PING with an error.
  say(What::kGreeting, {"PING"});
  MarkDirty();
}

bool NodeConnection::ReadGreeting(const Reply& reply) {
  if (reply.IsError()) {
    // Without permission for PING, the user may still have all others.
    if (!(in_flight_.empty() && reply.text.starts_with("NOPERM")) &&
        !reply.text.starts_with("MASTERDOWN")) {
      Lose(fmt::format("the server rejects the connection: {}", reply.text), true);
      return false;
    }
  }
  if (in_flight_.empty()) Greeted();
  return true;
}

void NodeConnection::Greeted() {
  state_ = State::kReady;
  shared_.loop.Cancel(*this);
  ready_since_ = shared_.loop.now().steady;
  if (!last_reason_.empty()) {
    Log(fmt::format("is back after {} attempts", attempts_));
  }
  last_reason_.clear();
  port_.OnReady(*this);
}

}  // namespace prichal::valkey
