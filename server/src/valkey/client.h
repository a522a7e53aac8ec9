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

/// Why a command has no reply.
struct Error {
  enum class Kind {
    kNotSent,  ///< no server has got it: it has not been done
    kUnknown,  ///< a server may have got it, and may have done it
    kRefused,  ///< a server has answered with an error, and has done nothing
    kTooFew,   ///< done by the master, but too few replicas have said that they have it
  };
  Kind kind = Kind::kNotSent;
  std::string message;  ///< one line, for the log; the server's own words with kRefused
  Reply reply = {};     ///< of the master, with kTooFew
};

/// Who has to have a write before it counts.
enum class Durability {
  kMaster,    ///< the node that has run it
  kReplicas,  ///< so many of its replicas as well as the client's options say (WAIT)
};

/// A Lua script, sent by its SHA-1 and in full to a server that does not know it.
struct Script {
  explicit Script(std::string lua);
  std::string source;
  std::string sha1;  ///< 40 lower-case hexadecimal digits
};

/// What comes without having been asked for. Called on the client's loop, never from within a call
/// to the client.
class PushPort {
 public:
  PushPort() = default;
  PushPort(const PushPort&) = delete;
  PushPort& operator=(const PushPort&) = delete;
  virtual ~PushPort() = default;

  /// Something was published to a channel that is subscribed to.
  virtual void OnPush(std::string_view channel, std::string_view payload) = 0;
  /// The node that owns the channel has confirmed: what is published from now on is pushed. Comes
  /// again after each OnInterrupted().
  virtual void OnSubscribed(std::string_view channel) = 0;
  /// Pushes of these channels may be missed from now on, or have been since some time ago: their
  /// link broke, or their slot has moved. The client subscribes again by itself.
  virtual void OnInterrupted(std::span<const std::string> channels) = 0;
};

/// A client of one Valkey or Redis server, or of a cluster of them. Lives on one loop, and knows no
/// thread of its own.
///
/// Commands for one key are sent in the order of the calls, and all commands of one turn of the
/// loop to one node in one write. What a move of a slot or a failover asks for (MOVED, ASK,
/// TRYAGAIN, CLUSTERDOWN, LOADING, READONLY) is done here, within the deadline.
class Client {
 public:
  using Answer = Result<Reply, Error>;
  /// Called once, on the client's loop, possibly before the call returns (when the bounded queue is
  /// full).
  using Done = UniqueFunction<void(Answer)>;

  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;

  /// Runs a command on the master that owns the slot of `key`; `command` has its name first.
  virtual void Run(std::string_view key, std::vector<std::string> command, Done done) = 0;
  /// Runs a script there. `keys`: at least one; all of one slot.
  virtual void RunScript(const Script& script, std::vector<std::string> keys,
                         std::vector<std::string> arguments, Durability durability, Done done) = 0;

  /// Pushes of the channel go to the PushPort from its confirmation on. Not while it is subscribed.
  virtual void Subscribe(std::string channel) = 0;
  /// Unknown channels are ignored.
  virtual void Unsubscribe(std::string_view channel) = 0;

  /// Whether some master answers its commands, and its pushes come.
  [[nodiscard]] virtual bool ready() const = 0;
};

}  // namespace prichal::valkey
