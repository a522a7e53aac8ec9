// Interface of the Valkey client, its commands and its metrics.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/counter.h"
#include "base/interface.h"
#include "base/result.h"
#include "base/unique_function.h"

namespace prichal::valkey {

/// A reply in the types of RESP2 (https://valkey.io/topics/protocol/). A value type.
struct Reply {
  enum class Kind { kNil, kInteger, kStatus, kText, kList, kError };
  Kind kind = Kind::kNil;
  std::int64_t integer = 0;       ///< if kInteger
  std::string text = {};          ///< if kStatus, kText or kError
  std::vector<Reply> items = {};  ///< if kList

  [[nodiscard]] bool IsError() const { return kind == Kind::kError; }
};

/// Failure of a command.
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
class PushPort : public Interface {
 public:
  /// A message was published to a subscribed channel.
  virtual void OnPush(std::string_view channel, std::string_view payload) = 0;
  /// The node that owns the channel confirmed the subscription. Messages published from now on are
  /// pushed. Called again after each OnInterrupted().
  virtual void OnSubscribed(std::string_view channel) = 0;
  /// Messages of these channels may be lost from now on, or already have been, because a connection
  /// broke or a slot moved. The client resubscribes automatically.
  virtual void OnInterrupted(std::span<const std::string> channels) = 0;
};

/// Client of one Valkey or Redis server, or of a cluster. Used only on one event loop; starts no
/// thread. MakeClusterClient() makes one.
///
/// Commands for one key are sent in call order. Commands issued in one iteration of the loop are
/// sent to a node in one write. The client handles redirections and retries during resharding and
/// failover (MOVED, ASK, TRYAGAIN, CLUSTERDOWN, LOADING, READONLY) within each command's deadline.
class Client : public Interface {
 public:
  using Answer = Result<Reply, Error>;
  /// Called exactly once, on the client's loop. Called before the function returns if the bounded
  /// queue is full. Not called if the client is destroyed first.
  using Done = UniqueFunction<void(Answer)>;

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

/// A command from the call until its reply. Owned by the connection that sent it, or by the
/// dispatcher while it waits for one.
struct Command {
  std::string wire;  ///< serialized command
  /// Scripts only: the script, and the offset in `wire` of the parts common to EVAL and EVALSHA.
  std::shared_ptr<const Script> script = nullptr;
  std::size_t script_rest = 0;
  std::size_t script_parts = 0;  ///< number of parts of the command
  Client::Done done = {};        ///< empty if already called because the deadline passed
  std::uint16_t slot = 0;
  bool replicas = false;  ///< true for Durability::kReplicas
  bool asking = false;    ///< send ASKING first: the node is importing the slot
  bool is_script = false;
  bool in_flight = false;  ///< owned by a connection
  bool by_itself = false;  ///< sent to a given node; any reply is final, without redirection
  int redirects = 0;
  std::size_t counted_bytes = 0;   ///< size when it was admitted
  std::uint64_t wire_end = 0;      ///< end offset in the connection's stream
  std::uint64_t begun_micros = 0;  ///< MicrosNow() at the call
  Millis deadline{0};              ///< steady time
  Millis not_before{0};            ///< steady time
  Command* older = nullptr;        ///< previous command in deadline order
  Command* newer = nullptr;        ///< next command in deadline order
};

/// Returns the steady time in microseconds. The time of a loop's turn is in milliseconds.
[[nodiscard]] inline std::uint64_t MicrosNow() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

/// Histogram of the duration of round trips.
struct RoundTrips {
  /// Upper bounds of the buckets but the last, in microseconds.
  static constexpr std::array<std::uint64_t, 11> kBounds = {
      100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 100'000, 500'000, 2'000'000};

  void Add(std::uint64_t micros) {
    std::size_t bucket = 0;
    while (bucket < kBounds.size() && micros > kBounds.at(bucket)) ++bucket;
    buckets.at(bucket).Add();
    sum.Add(micros);
  }

  std::array<Counter, kBounds.size() + 1> buckets;
  Counter sum;  ///< in microseconds
};

/// Metrics of the client of one loop. Its loop writes, any thread reads. A sum over the clients of
/// all loops has the same fields. valkey_clients.cpp has the metric of each field.
struct ClientCounters {
  // Gauges.
  Counter nodes;             ///< masters
  Counter command_links_up;  ///< masters with a working connection for commands
  Counter push_links_up;     ///< masters with a working connection for pushes
  Counter channels;          ///< requested
  Counter channels_waiting;  ///< requested and not confirmed
  Counter commands_waiting;  ///< without a reply
  // Since the start.
  Counter commands;
  Counter commands_refused;    ///< the queue was full
  Counter commands_timed_out;  ///< no reply within their deadline
  Counter redirects;           ///< MOVED and ASK
  Counter retries;             ///< TRYAGAIN, CLUSTERDOWN, LOADING, READONLY
  Counter scripts_sent;        ///< sent in full to a server that did not have them
  Counter too_few_replicas;
  Counter reconnects;   ///< connections that were lost
  Counter refreshes;    ///< slot maps that were read
  Counter slots_moved;  ///< slots that had another owner in a newer map
  Counter pushes;
  Counter resubscriptions;  ///< channels, after an interruption
  Counter probes_missed;
  /// Last reply to a probe of any node, in milliseconds of Time::steady; 0: never. In a sum: the
  /// oldest of all clients.
  Counter probe_answered_at;
  Counter probe_micros;  ///< round trip of that probe; in a sum: the longest
  RoundTrips scripts;
};

}  // namespace prichal::valkey
