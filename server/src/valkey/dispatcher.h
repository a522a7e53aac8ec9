#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "valkey/client.h"
#include "valkey/node_connection.h"
#include "valkey/nodes.h"

namespace prichal::valkey {

/// Sends each command to the master that owns its slot and delivers the reply. Within the deadline
/// of each command it waits for a connection, follows redirections and retries. Commands for one
/// slot are sent in call order. Owned by ClusterClient, on its event loop.
class Dispatcher final : public NodeConnectionPort {
 public:
  Dispatcher(NodeConnectionShared& shared, NodeEvents events);
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;
  /// Drops pending commands without calling `done`.
  ~Dispatcher() override;

  /// Sets the node table. Call it once, before the first command; `nodes` must outlive the
  /// dispatcher.
  void SetNodes(Nodes& nodes) { nodes_ = &nodes; }

  /// Sends a command, or rejects it if too many are pending.
  void Run(std::unique_ptr<Command> command);
  /// Sends a command to this node, whatever slots it owns. The node's connection must be ready. Any
  /// reply is final. The deadline is that of all commands.
  void RunAt(Node& node, std::string wire, Client::Done done);
  /// Sends the parked commands whose connection is now ready.
  void RetryParked();

  void OnReady(NodeConnection& connection) override;
  void OnLost(NodeConnection& connection, Commands sent, Commands unsent) override;
  void OnAnswer(NodeConnection& connection, std::unique_ptr<Command> command, Reply reply,
                bool too_few) override;
  void OnPush(NodeConnection& /*connection*/, Reply /*reply*/) override {}

 private:
  [[nodiscard]] Millis now() const { return shared_.loop.now().steady; }
  void Admit(Command& command);
  void Complete(Command& command, Client::Answer answer);
  /// Returns false if no connection is ready; the caller keeps the command.
  [[nodiscard]] bool TrySend(std::unique_ptr<Command>& command);
  void Park(std::unique_ptr<Command> command, Millis pause);
  void Refused(NodeConnection& connection, std::unique_ptr<Command> command, Reply reply);
  void SendAt(NodeConnection& connection, std::unique_ptr<Command> command);
  void ExpireOld();

  NodeConnectionShared& shared_;
  NodeEvents events_;
  Nodes* nodes_ = nullptr;

  std::size_t bytes_ = 0;  ///< total size of pending commands
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
