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

// For tests: servers of Valkey as far as a broker sees them, in memory and under a clock that tests
// turn: the scripts' semantics, masters whose clocks differ, pushes that get lost, links that
// break, failovers that forget.

namespace prichal::app {

class ModelClient;

/// A mailbox in a server.
struct ModelMailbox {
  struct Message {
    std::int64_t event_id = 0;
    std::string field;
    std::string data;
    std::string fingerprint;
  };
  std::vector<Message> messages;  ///< by event id
  std::int64_t last = 0;
  std::int64_t newest = 0;
  std::int64_t epoch = 0;
};

class ModelCluster {
 public:
  static constexpr std::size_t kMasters = 3;

  /// Which master has a key: by its first letter.
  [[nodiscard]] static std::size_t MasterOf(const std::string& key);

  /// What a script says now.
  valkey::Reply Run(const valkey::Script& script, const std::vector<std::string>& keys,
                    const std::vector<std::string>& arguments);
  /// The last messages of each mailbox of that master were never replicated.
  void Forget(std::size_t master, std::size_t messages);

  Millis now{1'700'000'000'000};
  std::uint64_t micros = 0;                       ///< goes on with every command
  std::array<Millis, kMasters> skew{};            ///< of the masters' clocks
  std::map<std::string, ModelMailbox> mailboxes;  ///< by the name of the stream
  std::vector<ModelClient*> clients;
  std::set<std::int64_t> forgotten;  ///< event ids
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

  /// The next command arrives at a master.
  void Arrive(std::size_t master);
  /// The next reply of a master comes back.
  void Answer(std::size_t master);
  /// The next of all that is pushed comes; or it gets lost.
  void Push(std::size_t master, bool lost);
  /// What is under way to and from a master fails: some of it was done.
  void Break(std::size_t master, std::mt19937& chance);
  /// Links that broke are whole again.
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
    std::set<std::string> subscribed;  ///< as the master knows
  };

  void Enqueue(const std::string& channel, const std::string& payload);

  ModelCluster& cluster_;
  valkey::PushPort& port_;
  std::array<Link, ModelCluster::kMasters> connections_;
};

}  // namespace prichal::app
