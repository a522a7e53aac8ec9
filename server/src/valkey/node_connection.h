#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/interface.h"
#include "base/random.h"
#include "http/loop/outbound_connection.h"
#include "http/loop/timer_wheel.h"
#include "valkey/client.h"
#include "valkey/options.h"
#include "valkey/resp.h"
#include "valkey/slots.h"
#include "valkey/tls.h"

namespace prichal::valkey {

class NodeConnection;

/// Index of a node, valid while the node is in the table.
using NodeIndex = std::uint16_t;
/// No node.
inline constexpr NodeIndex kNoNode = 0xFFFF;

using Commands = std::vector<std::unique_ptr<Command>>;

/// Owner of a NodeConnection. Called on the connection's event loop, possibly from within Send(),
/// Flush() and Reopen(). It can close and reopen the connection, but must not destroy it.
class NodeConnectionPort : public Interface {
 public:
  /// The handshake is complete; the server accepts commands.
  virtual void OnReady(NodeConnection& connection) = 0;
  /// A ready connection was lost, or a connection attempt failed. It is retried automatically
  /// unless Close() was called. `sent`: commands that the server may have received. `unsent`:
  /// commands that it has not received.
  virtual void OnLost(NodeConnection& connection, Commands sent, Commands unsent) = 0;
  /// Replies arrive in command order, except that commands with kReplicas are delayed until WAIT
  /// completes. `too_few`: not enough replicas acknowledged.
  virtual void OnAnswer(NodeConnection& connection, std::unique_ptr<Command> command, Reply reply,
                        bool too_few) = 0;
  /// A message arrived on a push connection.
  virtual void OnPush(NodeConnection& connection, Reply reply) = 0;
};

/// State shared by all connections of one client.
struct NodeConnectionShared {
  http::Outbound& loop;
  const ClientOptions& options;
  ClientCounters& counters;
  RandomSource random = {};
  /// Receive buffer, used within one call.
  std::vector<char> scratch = std::vector<char>(64 * 1024);
  std::vector<std::shared_ptr<const Script>> scripts = {};  ///< preloaded on each new connection

  /// Returns a random duration from `most` / 2 to `most`.
  [[nodiscard]] Millis Jittered(Millis most) {
    const auto half = static_cast<std::uint64_t>(most.count()) / 2;
    return Millis(static_cast<std::int64_t>(half + random.Below(half + 1)));
  }
};

/// Returns the log line for a server that cannot be reached.
[[nodiscard]] std::string Unreachable(const Endpoint& endpoint, std::string reason);

/// A connection to one server that reconnects automatically while it is open. Commands are
/// pipelined: the commands of one loop iteration are sent in one write, followed by one WAIT if any
/// of them needs replicas. Owned by a Node or by Discovery, on the client's event loop.
class NodeConnection final : private http::Watcher, private http::Timer, private http::TurnEnd {
 public:
  enum class Kind {
    kCommands,
    kPushes,
    kScout,  ///< for commands, without logging; its creator reports failures
  };

  /// `node`: index of its node, passed back to `port`. `port` and `shared` must outlive the object.
  NodeConnection(NodeConnectionShared& shared, Endpoint endpoint, Kind kind,
                 NodeConnectionPort& port, NodeIndex node = kNoNode);
  NodeConnection(const NodeConnection&) = delete;
  NodeConnection& operator=(const NodeConnection&) = delete;
  ~NodeConnection() override;

  /// Starts connecting. Calls the port later, never from within Open().
  void Open();
  /// Closes the connection, calls OnLost(), and does not reconnect. Does nothing if closed.
  void Close();
  /// Closes the connection, calls OnLost(), and reconnects after the shortest pause. `reason`: for
  /// the log.
  void Reopen(const std::string& reason);

  /// Sends a command; requires ready().
  void Send(std::unique_ptr<Command> command);
  /// Sends a command whose replies are pushes; requires ready().
  void SendRaw(std::string_view wire);

  [[nodiscard]] bool ready() const { return state_ == State::kReady; }
  [[nodiscard]] const Endpoint& endpoint() const { return endpoint_; }
  [[nodiscard]] NodeIndex node() const { return node_; }
  /// Reason of the last loss. Empty while the connection works.
  [[nodiscard]] const std::string& last_reason() const { return last_reason_; }

 private:
  enum class State { kClosed, kPausing, kResolving, kConnecting, kEncrypting, kGreeting, kReady };
  struct InFlight {
    enum class What { kCommand, kWait, kIgnored, kGreeting };
    What what = What::kCommand;
    std::unique_ptr<Command> command = nullptr;
    Millis sent{0};
  };
  struct Held {
    std::unique_ptr<Command> command;
    Reply reply;
  };

  void OnReadable() override;
  void OnWritable() override;
  void OnExpired() override;
  void OnTurnEnd() override { Flush(); }

  void Connect();
  /// Connects to the next address of the host name that this attempt has not tried. `reason`: the
  /// previous address's failure, reported if there is none left.
  void Dial(std::string reason);
  void Connected();
  void Greet();
  void Greeted();
  /// Returns false if the connection was reset during the call.
  [[nodiscard]] bool ReadReplies();
  [[nodiscard]] bool ReadGreeting(const Reply& reply);
  void OnReply(Reply reply);
  void OnReplicas(const Reply& reply);
  void Expect(InFlight::What what, std::unique_ptr<Command> command = nullptr);
  void MarkDirty();
  void Flush();
  void Lose(const std::string& reason, bool again);
  void Reset(State next);
  void Log(const std::string& what) const;

  NodeConnectionShared& shared_;
  const Endpoint endpoint_;
  const Kind kind_;
  NodeConnectionPort& port_;
  const NodeIndex node_;

  State state_ = State::kClosed;
  std::uint64_t life_ = 0;  ///< incremented by each Reset()
  unsigned attempts_ = 0;   ///< connection attempts since the last success
  std::string last_reason_;
  Millis ready_since_{0};

  http::Resolver resolver_;
  std::vector<http::SocketAddress> addresses_;  ///< result of the last name resolution
  std::size_t tried_ = 0;                       ///< number of addresses tried in this attempt
  std::unique_ptr<http::Watch> watch_;
  std::unique_ptr<TlsSession> tls_;
  std::unique_ptr<ReplyReader> reader_;

  std::string output_;  ///< pending output before TLS
  std::size_t output_sent_ = 0;
  std::string encrypted_;  ///< pending output after TLS
  std::size_t encrypted_sent_ = 0;
  std::uint64_t stream_sent_ = 0;  ///< total bytes ever taken from output_
  bool dirty_ = false;
  bool blocked_ = false;  ///< the socket's send buffer is full
  bool wants_wait_ = false;

  std::deque<InFlight> in_flight_;
  std::vector<Held> held_;  ///< replies of the master, held until WAIT completes
};

/// A timer that calls a function on its event loop. Schedule it with http::Outbound::Schedule();
/// destroying it cancels it.
class Alarm final : public http::Timer {
 public:
  explicit Alarm(std::function<void()> action) : action_(std::move(action)) {}

 private:
  void OnExpired() override { action_(); }

  std::function<void()> action_;
};

}  // namespace prichal::valkey
