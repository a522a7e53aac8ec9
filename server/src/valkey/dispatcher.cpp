#include "valkey/dispatcher.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <utility>

#include "valkey/resp.h"

namespace prichal::valkey {
namespace {

/// Limit of redirections. A command redirected this often is in a misconfigured cluster.
constexpr int kMostRedirects = 16;
/// Pause before a retry that a server requested.
constexpr Millis kRedirectPause{50};

Error NotSent(std::string message) {
  return {.kind = Error::Kind::kNotSent, .message = std::move(message)};
}

/// Replaces EVALSHA by EVAL with the script's source.
void SendInFull(Command& command) {
  std::string wire;
  // EVAL and EVALSHA have the same parts after the script.
  AppendCommandHead(wire, command.script_parts);
  AppendCommandPart(wire, "EVAL");
  AppendCommandPart(wire, command.script->source);
  wire.append(command.wire, command.script_rest);
  command.wire = std::move(wire);
  command.script = nullptr;
}

}  // namespace

Dispatcher::Dispatcher(NodeConnectionShared& shared, NodeEvents events)
    : shared_(shared),
      events_(std::move(events)),
      deadline_alarm_([this] { ExpireOld(); }),
      retry_alarm_([this] { RetryParked(); }) {}

Dispatcher::~Dispatcher() = default;

void Dispatcher::Admit(Command& command) {
  command.begun_micros = MicrosNow();
  command.deadline = now() + shared_.options.deadline;
  command.older = newest_;
  (newest_ == nullptr ? oldest_ : newest_->newer) = &command;
  newest_ = &command;
  ++count_;
  command.counted_bytes = command.wire.size();
  bytes_ += command.counted_bytes;
  shared_.counters.commands.Add();
  shared_.counters.commands_waiting.Set(count_);
  if (oldest_ == &command) shared_.loop.Schedule(deadline_alarm_, command.deadline);
}

void Dispatcher::Complete(Command& command, Client::Answer answer) {
  if (!command.done) return;
  (command.older == nullptr ? oldest_ : command.older->newer) = command.newer;
  (command.newer == nullptr ? newest_ : command.newer->older) = command.older;
  command.older = nullptr;
  command.newer = nullptr;
  --count_;
  bytes_ -= command.counted_bytes;
  shared_.counters.commands_waiting.Set(count_);
  if (command.is_script) shared_.counters.scripts.Add(MicrosNow() - command.begun_micros);
  // The callback can call any function of the client.
  Client::Done done = std::move(command.done);
  command.done = {};
  done(std::move(answer));
}

void Dispatcher::ExpireOld() {
  while (oldest_ != nullptr && oldest_->deadline <= now()) {
    Command& command = *oldest_;
    shared_.counters.commands_timed_out.Add();
    const bool sent = command.in_flight;
    Complete(command,
             Fail(sent ? Error{.kind = Error::Kind::kUnknown, .message = "no answer in time"}
                       : NotSent("no server was reachable in time")));
  }
  if (oldest_ != nullptr) shared_.loop.Schedule(deadline_alarm_, oldest_->deadline);
  RetryParked();
}

void Dispatcher::Run(std::unique_ptr<Command> command) {
  const bool full = count_ >= shared_.options.most_commands ||
                    bytes_ + command->wire.size() > shared_.options.most_bytes;
  if (full) {
    shared_.counters.commands_refused.Add();
    command->done(Fail(NotSent("too many pending commands")));
    return;
  }
  Admit(*command);
  if (!TrySend(command)) Park(std::move(command), Millis(0));
}

void Dispatcher::RunAt(Node& node, std::string wire, Client::Done done) {
  auto command = std::make_unique<Command>();
  command->wire = std::move(wire);
  command->done = std::move(done);
  command->by_itself = true;
  Admit(*command);
  SendAt(node.commands, std::move(command));
}

void Dispatcher::SendAt(NodeConnection& connection, std::unique_ptr<Command> command) {
  command->in_flight = true;
  connection.Send(std::move(command));
}

bool Dispatcher::TrySend(std::unique_ptr<Command>& command) {
  // Keep the order: a command for the same slot is already parked.
  if (!retrying_ && parked_slots_.contains(command->slot)) return false;
  Node* node = nodes_->OwnerOf(command->slot);
  if (node == nullptr || !node->commands.ready()) return false;
  SendAt(node->commands, std::move(command));
  return true;
}

void Dispatcher::Park(std::unique_ptr<Command> command, Millis pause) {
  command->in_flight = false;
  command->asking = false;
  command->not_before = now() + pause;
  ++parked_slots_[command->slot];
  if (pause > Millis(0)) shared_.loop.Schedule(retry_alarm_, command->not_before);
  parked_.push_back(std::move(command));
}

void Dispatcher::RetryParked() {
  if (parked_.empty() || retrying_) return;
  retrying_ = true;
  auto waiting = std::exchange(parked_, {});
  boost::unordered_flat_set<std::uint16_t> stuck;
  Millis soonest = Millis::max();
  std::deque<std::unique_ptr<Command>> still;
  for (auto& command : waiting) {
    const std::uint16_t slot = command->slot;
    bool gone = !command->done;
    if (!gone && command->not_before > now()) soonest = std::min(soonest, command->not_before);
    if (!gone && command->not_before <= now() && !stuck.contains(slot)) gone = TrySend(command);
    if (gone) {
      const auto found = parked_slots_.find(slot);
      if (--found->second == 0) parked_slots_.erase(found);
    } else {
      stuck.insert(slot);
      still.push_back(std::move(command));
    }
  }
  // Followed by the commands parked in the meantime.
  for (auto& command : parked_) still.push_back(std::move(command));
  parked_ = std::move(still);
  retrying_ = false;
  if (soonest != Millis::max()) shared_.loop.Schedule(retry_alarm_, soonest);
}

void Dispatcher::OnReady(NodeConnection& connection) {
  RetryParked();
  events_.on_link(connection, true);
}

void Dispatcher::OnLost(NodeConnection& connection, Commands sent, Commands unsent) {
  for (auto& command : sent) {
    Complete(*command, Fail(Error{.kind = Error::Kind::kUnknown,
                                  .message = "the connection was lost before the answer"}));
  }
  for (auto& command : unsent) {
    if (!command->done) continue;
    if (command->by_itself) {
      Complete(*command, Fail(NotSent("the connection was lost")));
    } else {
      Park(std::move(command), Millis(0));
    }
  }
  events_.on_link(connection, false);
}

void Dispatcher::OnAnswer(NodeConnection& connection, std::unique_ptr<Command> command, Reply reply,
                          bool too_few) {
  if (!command->done) return;
  if (too_few) {
    shared_.counters.too_few_replicas.Add();
    Complete(*command, Fail(Error{.kind = Error::Kind::kTooFew,
                                  .message = "too few replicas confirmed the write",
                                  .reply = std::move(reply)}));
  } else if (reply.IsError() && !command->by_itself) {
    Refused(connection, std::move(command), std::move(reply));
  } else {
    Complete(*command, std::move(reply));
  }
}

void Dispatcher::Refused(NodeConnection& connection, std::unique_ptr<Command> command,
                         Reply reply) {
  using Kind = Refusal::Kind;
  const Refusal refusal = ReadRefusal(reply.text, connection.endpoint());
  switch (refusal.kind) {
    case Kind::kMoved:
      shared_.counters.redirects.Add();
      // Update only the command's slot; other slots may not have moved.
      events_.on_moved(command->slot, refusal.target);
      if (++command->redirects > kMostRedirects) break;
      Park(std::move(command), Millis(0));
      RetryParked();
      return;
    case Kind::kAsk: {
      shared_.counters.redirects.Add();
      if (++command->redirects > kMostRedirects) break;
      Node& target = nodes_->There(refusal.target);
      if (target.commands.ready()) {
        command->asking = true;
        SendAt(target.commands, std::move(command));
      } else {
        Park(std::move(command), kRedirectPause);
      }
      return;
    }
    case Kind::kTryAgain:
    case Kind::kReadOnly:
      shared_.counters.retries.Add();
      if (!reply.text.starts_with("TRYAGAIN")) events_.on_doubt();
      Park(std::move(command), kRedirectPause);
      return;
    case Kind::kNoScript:
      if (command->script == nullptr) break;
      shared_.counters.scripts_sent.Add();
      SendInFull(*command);
      SendAt(connection, std::move(command));
      return;
    case Kind::kNoCluster:
    case Kind::kFinal:
      break;
  }
  Complete(*command, Fail(Error{.kind = Error::Kind::kRefused, .message = std::move(reply.text)}));
}

}  // namespace prichal::valkey
