#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "net/dial.h"
#include "net/outbound.h"
#include "net/resolver.h"
#include "net/timer_wheel.h"
#include "valkey/codec.h"
#include "valkey/command.h"
#include "valkey/counters.h"
#include "valkey/options.h"
#include "valkey/slots.h"
#include "valkey/tls.h"

namespace prichal::valkey {

class Link;

/// Names a node for as long as it is in its table.
using NodeIndex = std::uint16_t;
inline constexpr NodeIndex kNoNode = 0xFFFF;

/// Who a link belongs to. Called on its loop, possibly within Send(), Flush() and Reopen(); may
/// close and reopen the link, and must not destroy it.
class LinkPort {
 public:
  LinkPort() = default;
  LinkPort(const LinkPort&) = delete;
  LinkPort& operator=(const LinkPort&) = delete;
  virtual ~LinkPort() = default;

  /// The server has been greeted, and takes commands.
  virtual void OnReady(Link& link) = 0;
  /// The link worked and does not any more, or could not be made; another attempt follows by
  /// itself. `sent`: commands that the server may have got; `unsent`: those that it has not.
  virtual void OnLost(Link& link, std::vector<std::unique_ptr<Command>> sent,
                      std::vector<std::unique_ptr<Command>> unsent) = 0;
  /// Answers come in the order of the commands, except that those which wait for replicas come
  /// later. `too_few`: replicas.
  virtual void OnAnswer(Link& link, std::unique_ptr<Command> command, Reply reply,
                        bool too_few) = 0;
  /// What comes on a link for pushes.
  virtual void OnPush(Link& link, Reply reply) = 0;
};

/// What the links of one client share.
struct LinkShared {
  net::Outbound& loop;
  const ClientOptions& options;
  ClientCounters& counters;
  RandomSource random = {};
  std::vector<char> scratch = std::vector<char>(64 * 1024);  ///< what is read, for one call
  std::vector<std::shared_ptr<const Script>> scripts = {};   ///< that servers are told of at once

  /// Between half of `most` and all of it.
  [[nodiscard]] Millis Jittered(Millis most) {
    const auto half = static_cast<std::uint64_t>(most.count()) / 2;
    return Millis(static_cast<std::int64_t>(half + random.Below(half + 1)));
  }
};

/// One connection to a server, made again whenever it is lost, for as long as it is open. Commands
/// are pipelined: those of one turn of the loop leave in one write, behind them one WAIT where one
/// of them wants replicas.
class Link final : private net::Watcher, private net::Timer, private net::TurnEnd {
 public:
  enum class Kind {
    kCommands,
    kPushes,
    kScout,  ///< for commands, and silent: who made it tells what has become of it
  };

  /// `node`: whose it is; for its port.
  Link(LinkShared& shared, Endpoint endpoint, Kind kind, LinkPort& port, NodeIndex node = kNoNode);
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link() override;

  /// Begins to connect; the port hears of it later.
  void Open();
  /// Lost, with OnLost(), and not made again.
  void Close();
  /// Lost, and made again at once.
  void Reopen(const std::string& reason);

  /// While ready().
  void Send(std::unique_ptr<Command> command);
  /// The same of what is answered by pushes.
  void SendRaw(std::string_view wire);

  [[nodiscard]] bool ready() const { return state_ == State::kReady; }
  [[nodiscard]] const Endpoint& endpoint() const { return endpoint_; }
  [[nodiscard]] NodeIndex node() const { return node_; }
  /// Why it was lost last; empty: it works.
  [[nodiscard]] const std::string& last_reason() const { return last_reason_; }
  /// Commands without an answer.
  [[nodiscard]] std::size_t waiting() const { return in_flight_.size() + held_.size(); }
  /// Steady time since when the link has not been ready; zero: it is.
  [[nodiscard]] Millis down_since() const { return down_since_; }

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
  /// To the next address of the name that this attempt has not tried. `reason`: why the one before
  /// was of no use, for when there is none.
  void Dial(std::string reason);
  void Connected();
  void Greet();
  void Greeted();
  /// False: the link is not what it was when the call began.
  [[nodiscard]] bool TakeReplies();
  [[nodiscard]] bool TakeGreeting(const Reply& reply);
  void Take(Reply reply);
  void TakeReplicas(const Reply& reply);
  void Expect(InFlight::What what, std::unique_ptr<Command> command = nullptr);
  void MarkDirty();
  void Flush();
  void Lose(const std::string& reason, bool again);
  void Reset(State next);
  void Log(const std::string& what) const;

  LinkShared& shared_;
  const Endpoint endpoint_;
  const Kind kind_;
  LinkPort& port_;
  const NodeIndex node_;

  State state_ = State::kClosed;
  std::uint64_t life_ = 0;  ///< grows with each Reset()
  unsigned attempts_ = 0;   ///< since the link last worked
  std::string last_reason_;
  Millis ready_since_{0};
  Millis down_since_{0};

  net::Resolver resolver_;
  std::vector<net::SocketAddress> addresses_;  ///< of the name, when it was last resolved
  std::size_t tried_ = 0;                      ///< of these, in this attempt
  std::unique_ptr<net::Watch> watch_;
  std::unique_ptr<TlsSession> tls_;
  std::unique_ptr<ReplyReader> reader_;

  std::string output_;  ///< what waits to be sent, before TLS
  std::size_t output_sent_ = 0;
  std::string encrypted_;  ///< what waits behind it
  std::size_t encrypted_sent_ = 0;
  std::uint64_t stream_end_ = 0;   ///< bytes that were ever put into output_
  std::uint64_t stream_sent_ = 0;  ///< " that have left it
  bool dirty_ = false;
  bool blocked_ = false;  ///< the socket takes nothing more now
  bool wants_wait_ = false;

  std::deque<InFlight> in_flight_;
  std::vector<Held> held_;  ///< answered by the master, while replicas are waited for
};

}  // namespace prichal::valkey
