#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "valkey/alarm.h"
#include "valkey/command.h"
#include "valkey/nodes.h"

namespace prichal::valkey {

/// Brings commands to the masters that own their slots, and answers back: waits while there is no
/// link, follows redirections, tries again where a server asks for that, all within the deadline of
/// each. The commands of one slot are sent in the order in which they came.
class Dispatcher final : public LinkPort {
 public:
  struct Events {
    /// A slot is another's than was known.
    std::function<void(std::uint16_t slot, const Endpoint& owner)> on_moved;
    /// A newer map of slots is wanted.
    std::function<void()> on_doubt;
    /// A link for commands works, or does not any more.
    std::function<void(Link& link, bool ready)> on_link;
  };

  Dispatcher(LinkShared& shared, Events events);
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;
  /// Forgets what has no answer yet.
  ~Dispatcher() override;

  /// Once, before the first command.
  void Use(Nodes& nodes) { nodes_ = &nodes; }

  /// Sends a command, or refuses it when too many wait.
  void Run(std::unique_ptr<Command> command);
  /// To a node whose link is ready, whoever owns what. Whatever comes is the answer; the deadline
  /// is that of all commands.
  void RunAt(Node& node, std::string wire, Client::Done done);
  /// What waits for a link may have one now.
  void RetryParked();

  void OnReady(Link& link) override;
  void OnLost(Link& link, std::vector<std::unique_ptr<Command>> sent,
              std::vector<std::unique_ptr<Command>> unsent) override;
  void OnAnswer(Link& link, std::unique_ptr<Command> command, Reply reply, bool too_few) override;
  void OnPush(Link& link, Reply reply) override;

 private:
  [[nodiscard]] Millis now() const { return shared_.loop.now().steady; }
  void Admit(Command& command);
  void Finish(Command& command, Client::Answer answer);
  /// False: it stays with the caller, because there is nobody to send it to.
  [[nodiscard]] bool TrySend(std::unique_ptr<Command>& command);
  void Park(std::unique_ptr<Command> command, Millis pause);
  void Refused(Link& link, std::unique_ptr<Command> command, Reply reply);
  void SendAt(Link& link, std::unique_ptr<Command> command);
  void ExpireOld();

  LinkShared& shared_;
  Events events_;
  Nodes* nodes_ = nullptr;

  std::size_t bytes_ = 0;  ///< of commands without an answer
  std::size_t count_ = 0;
  Command* oldest_ = nullptr;
  Command* newest_ = nullptr;
  std::deque<std::unique_ptr<Command>> parked_;
  boost::unordered_flat_map<std::uint16_t, std::uint32_t> parked_slots_;
  bool retrying_ = false;
  Alarm deadline_alarm_;
  Alarm retry_alarm_;
};

}  // namespace prichal::valkey
