#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/sip_hash.h"
#include "valkey/alarm.h"
#include "valkey/nodes.h"

namespace prichal::valkey {

/// The channels that are subscribed to, each at the node that owns its slot: in batches, pipelined,
/// and again wherever a link breaks or a slot moves.
class Subscriptions final : public LinkPort, private net::TurnEnd {
 public:
  struct Events {
    std::function<void(std::uint16_t slot, const Endpoint& owner)> on_moved;
    std::function<void()> on_doubt;
    /// A link for pushes works, or does not any more.
    std::function<void(Link& link, bool ready)> on_link;
  };

  Subscriptions(LinkShared& shared, PushPort& port, Events events);
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;
  ~Subscriptions() override;

  /// Once, before the first channel.
  void Use(Nodes& nodes) { nodes_ = &nodes; }
  /// Whether channels of several slots may stand in one command.
  void UseCluster(bool cluster) { cluster_ = cluster; }

  void Subscribe(std::string channel);
  void Unsubscribe(std::string_view channel);

  /// Some slots have other owners.
  void OnOwnersChanged();
  /// The node leaves its table.
  void Forget(const Node& node);

  void OnReady(Link& link) override;
  void OnLost(Link& link, std::vector<std::unique_ptr<Command>> sent,
              std::vector<std::unique_ptr<Command>> unsent) override;
  void OnAnswer(Link& link, std::unique_ptr<Command> command, Reply reply, bool too_few) override;
  void OnPush(Link& link, Reply reply) override;

 private:
  enum class State : std::uint8_t {
    kWaiting,  ///< to be sent
    kSent,     ///< not confirmed
    kConfirmed,
  };
  struct Entry {
    std::uint16_t slot = 0;
    NodeIndex node = kNoNode;  ///< where it has been sent to; unless kWaiting
    State state = State::kWaiting;
    bool again = false;       ///< it has been confirmed before
    std::uint32_t order = 0;  ///< the Order that it was sent with
  };
  /// A command that has been sent: the server confirms its channels one by one, in their order.
  struct Order {
    bool subscribes = false;
    std::uint32_t id = 0;
    std::vector<std::string> channels;
    std::size_t confirmed = 0;
  };
  /// What goes to one node.
  struct Flow {
    std::deque<std::string> joining;  ///< perhaps gone, or another node's, meanwhile
    std::vector<std::string> leaving;
    std::deque<Order> orders;
    std::size_t unconfirmed = 0;  ///< channels of `orders`
    Millis heard{0};              ///< since when the first of `orders` is owed an answer: steady
    bool up = false;              ///< its link is ready
  };
  struct Hash {
    using is_transparent = void;
    SipHash hash;
    std::size_t operator()(std::string_view text) const { return hash(text); }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const { return a == b; }
  };
  using Table = boost::unordered_flat_map<std::string, Entry, Hash, Equal>;
  struct Delayed {
    Millis due;
    std::vector<std::string> channels;
  };

  void OnTurnEnd() override;
  void MarkDirty();
  [[nodiscard]] Flow& FlowOf(NodeIndex node);
  /// To the flow of the node that owns its slot, or to those without one.
  void Route(std::string channel, const Entry& entry);
  void RouteLater(std::vector<std::string> channels, Millis most);
  void RouteDue();
  /// Channels of a node are to be subscribed to again.
  void Interrupt(Table::iterator place, std::vector<std::string>& again);
  void InterruptNode(NodeIndex node);
  void CheckOwners();
  void Pump(Node& node);
  /// Nodes that confirm nothing for longer than a command may take get a new link: one that a
  /// network swallows would wait for TCP to find out, long after everything works again.
  void CheckConfirmations();
  void SendOrder(Node& node, bool subscribes, std::vector<std::string> channels);
  void SendGrouped(Node& node, bool subscribes, std::vector<std::string> channels);
  void Confirmed(Node& node, std::string_view channel);
  void Left(Node& node, std::string_view channel);
  void Refused(Node& node, const Reply& reply);
  void Count();

  LinkShared& shared_;
  PushPort& port_;
  Events events_;
  Nodes* nodes_ = nullptr;
  bool cluster_ = true;
  Table table_;
  std::vector<Flow> flows_;           ///< by node
  std::deque<std::string> homeless_;  ///< nobody is known to own their slots
  std::vector<Delayed> delayed_;
  std::vector<std::string> interrupted_;  ///< the port has to be told, when the turn ends
  std::size_t confirmed_ = 0;             ///< entries that are kConfirmed
  std::uint32_t last_order_ = 0;
  bool dirty_ = false;
  bool owners_changed_ = false;
  Alarm delay_alarm_;
  Alarm confirmation_alarm_;
  bool confirmation_awaited_ = false;  ///< the alarm is set
};

}  // namespace prichal::valkey
