#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "valkey/client.h"

// For tests: an in-memory model of Valkey servers with a clock that the test controls. It has the
// semantics of the scripts, masters with different clocks, lost pushes, broken connections, and
// failovers that lose messages.

namespace prichal::bridge {

class ModelClient;

/// A mailbox in a server.
struct ModelMailbox {
  struct Message {
    std::int64_t event_id = 0;
    std::string field;
    std::string data;
    std::string fingerprint;
  };
  std::vector<Message> messages;  ///< by event ID
  std::int64_t last = 0;
  std::int64_t newest = 0;
  std::int64_t epoch = 0;
};

class ModelCluster {
 public:
  static constexpr std::size_t kMasters = 3;

  /// Returns the master of a key, by the first letter of its client ID.
  [[nodiscard]] static std::size_t MasterOf(const std::string& key);

  /// Runs a script and returns its reply.
  valkey::Reply Run(const valkey::Script& script, const std::vector<std::string>& keys,
                    const std::vector<std::string>& arguments);
  /// Removes the last messages of each mailbox of a master, which were never replicated.
  void Forget(std::size_t master, std::size_t messages);

  Millis now{1'700'000'000'000};
  std::uint64_t micros = 0;                       ///< grows with every command
  std::array<Millis, kMasters> skew{};            ///< clock offset of each master
  std::map<std::string, ModelMailbox> mailboxes;  ///< by the name of the stream
  std::vector<ModelClient*> clients;
  std::set<std::int64_t> forgotten;  ///< event IDs that Forget() has removed
};

class ModelClient final : public valkey::Client {
 public:
  ModelClient(ModelCluster& cluster, valkey::PushPort& port);
  ModelClient(const ModelClient&) = delete;
  ModelClient& operator=(const ModelClient&) = delete;
  ~ModelClient() override;

  void Run(std::string_view key, std::vector<std::string> command, Done done) override;
  void RunScript(const valkey::Script& script, std::vector<std::string> keys,
                 std::vector<std::string> arguments, valkey::Durability durability,
                 Done done) override;
  void Subscribe(std::string channel) override;
  void Unsubscribe(std::string_view channel) override;
  [[nodiscard]] bool ready() const override { return true; }

  /// Runs the next command at a master.
  void Arrive(std::size_t master);
  /// Delivers the next reply of a master.
  void Answer(std::size_t master);
  /// Delivers the next push of a master, or drops it if `lost`.
  void Push(std::size_t master, bool lost);
  /// Breaks the connection to a master: some of the commands under way were executed.
  void Break(std::size_t master, std::mt19937& chance);
  /// Restores broken connections.
  void Resubscribe(std::size_t master);
  [[nodiscard]] bool idle() const;

 private:
  friend class ModelCluster;
  struct Command {
    const valkey::Script* script = nullptr;
    std::vector<std::string> keys;
    std::vector<std::string> arguments;
    Done done;
  };
  struct Link {
    std::deque<Command> going;
    std::deque<std::pair<Done, valkey::Client::Answer>> coming;
    /// A push, or the confirmation of a channel.
    struct Pushed {
      bool may_be_lost = false;
      std::function<void()> call;
    };
    std::deque<Pushed> pushed;
    std::set<std::string> wanted;      ///< channels
    std::set<std::string> subscribed;  ///< as known to the master
  };

  void Enqueue(const std::string& channel, const std::string& payload);

  ModelCluster& cluster_;
  valkey::PushPort& port_;
  std::array<Link, ModelCluster::kMasters> connections_;
};

}  // namespace prichal::bridge
