#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/unique_function.h"
#include "valkey/reply.h"

namespace prichal::valkey {

/// Why a command failed.
struct Error {
  enum class Kind {
    kNotSent,  ///< not sent to any server, so not executed
    kUnknown,  ///< possibly sent, so possibly executed
    kRefused,  ///< the server returned an error and did nothing
    kTooFew,   ///< executed by the master, but acknowledged by too few replicas
  };
  Kind kind = Kind::kNotSent;
  std::string message;  ///< one line for the log; the server's message if kRefused
  Reply reply = {};     ///< the master's reply, if kTooFew
};

/// Required acknowledgements of a write.
enum class Durability {
  kMaster,    ///< the master that executed it
  kReplicas,  ///< also ClientOptions::replicas of its replicas (WAIT)
};

/// A Lua script. Sent by its SHA-1, or in full to a server that does not have it yet. Immutable;
/// any thread.
struct Script {
  /// `lua`: source text.
  explicit Script(std::string lua);
  std::string source;
  std::string sha1;  ///< 40 lower-case hex digits
};

/// Receives pushed messages and the state of subscriptions. Called on the client's event loop,
/// never from within a call to the client.
class PushPort {
 public:
  PushPort() = default;
  PushPort(const PushPort&) = delete;
  PushPort& operator=(const PushPort&) = delete;
  virtual ~PushPort() = default;

  /// A message was published to a subscribed channel.
  virtual void OnPush(std::string_view channel, std::string_view payload) = 0;
  /// The node that owns the channel confirmed the subscription. Messages published from now on are
  /// pushed. Called again after each OnInterrupted().
  virtual void OnSubscribed(std::string_view channel) = 0;
  /// Messages of these channels may be lost from now on, or already have been, because a connection
  /// broke or a slot moved. The client resubscribes automatically.
  virtual void OnInterrupted(std::span<const std::string> channels) = 0;
};

/// Client of one Valkey or Redis server, or of a cluster. Lives on one event loop and starts no
/// thread.
///
/// Commands for one key are sent in call order. Commands issued in one iteration of the loop are
/// sent to a node in one write. The client handles redirections and retries during resharding and
/// failover (MOVED, ASK, TRYAGAIN, CLUSTERDOWN, LOADING, READONLY) within each command's deadline.
class Client {
 public:
  using Answer = Result<Reply, Error>;
  /// Called exactly once, on the client's loop. Called before the function returns if the bounded
  /// queue is full. Not called if the client is destroyed first.
  using Done = UniqueFunction<void(Answer)>;

  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;

  /// Runs a command on the master that owns the slot of `key`. The first element of `command` is
  /// its name.
  virtual void Run(std::string_view key, std::vector<std::string> command, Done done) = 0;
  /// Runs a script on the master that owns the keys. `keys`: at least one, all in one slot.
  virtual void RunScript(const Script& script, std::vector<std::string> keys,
                         std::vector<std::string> arguments, Durability durability, Done done) = 0;

  /// Subscribes to a channel; messages go to the PushPort after its confirmation. The channel must
  /// not be subscribed already.
  virtual void Subscribe(std::string channel) = 0;
  /// Unsubscribes. Ignores unknown channels.
  virtual void Unsubscribe(std::string_view channel) = 0;

  /// Returns true if at least one master answers commands and its pushes arrive.
  [[nodiscard]] virtual bool ready() const = 0;
};

}  // namespace prichal::valkey
