#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "valkey/alarm.h"
#include "valkey/dispatcher.h"
#include "valkey/nodes.h"

namespace prichal::valkey {

/// Keeps the map of slots fresh: asks a master that answers; where none does, the seeds and all
/// servers that were ever in the last map, one after another, for as long as it takes. Finds by the
/// answer whether it is a cluster at all.
class Discovery final : private LinkPort {
 public:
  struct Events {
    /// A map of a cluster, with at least one slot; or one server that owns all slots.
    std::function<void(const std::vector<SlotRange>& map, bool cluster)> on_map;
    /// The one server that was the master is a replica now.
    std::function<void(const Endpoint& endpoint)> on_replica;
    /// Something is wrong with the map that is known: it is asked for again soon.
    std::function<bool()> troubled;
  };

  Discovery(LinkShared& shared, Nodes& nodes, Dispatcher& dispatcher, Events events);
  Discovery(const Discovery&) = delete;
  Discovery& operator=(const Discovery&) = delete;
  ~Discovery() override;

  void Start();
  /// The map that is known is wrong: a newer one is asked for, at once or as soon as it may.
  void Doubt();

 private:
  void OnReady(Link& link) override;
  void OnLost(Link& link, std::vector<std::unique_ptr<Command>> sent,
              std::vector<std::unique_ptr<Command>> unsent) override;
  void OnAnswer(Link& link, std::unique_ptr<Command> command, Reply reply, bool too_few) override;
  void OnPush(Link& link, Reply reply) override;

  void Ask();
  void AskNode(Node& node);
  void Scout();
  void NextScout();
  /// `asked`: whom.
  void TakeMap(const Endpoint& asked, const Reply& reply);
  void TakeRole(const Endpoint& asked, const Reply& reply);
  void Found(const std::vector<SlotRange>& map, bool cluster);
  void Failed(const Endpoint& asked, const std::string& reason);
  void PlanNext();
  void RetireScout();

  LinkShared& shared_;
  Nodes& nodes_;
  Dispatcher& dispatcher_;
  Events events_;
  std::vector<Endpoint> known_;  ///< masters and replicas of the last map
  std::size_t next_candidate_ = 0;
  bool asking_ = false;
  bool failed_ = false;  ///< the last question: somebody else is asked the next
  std::map<Endpoint, std::string> failures_;  ///< since a map was found, as they were logged
  Millis asked_at_{0};
  std::unique_ptr<Link> scout_;
  std::vector<std::unique_ptr<Link>> retired_;  ///< destroyed when nobody is within them any more
  Alarm alarm_;
  Alarm scout_alarm_;
};

}  // namespace prichal::valkey
