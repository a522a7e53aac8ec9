#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/bridge/answers.h"
#include "app/bridge/shared.h"
#include "base/client_id.h"
#include "base/fingerprint.h"
#include "base/random.h"
#include "bridge/connects.h"
#include "bridge/counters.h"
#include "bridge/delivery.h"
#include "bridge/hub.h"
#include "bridge/request_source.h"
#include "net/loop.h"

namespace prichal::app {

/// The bridge on one loop, in both of its parts: home of some client ids (it owns their Hub), and
/// the loop of some streams and requests. Everything between loops passes here, as tasks; nothing
/// is shared but the event ids.
///
/// Lives on its loop, but for its construction. Functions named To… may be called on any loop and
/// go to this one; all others are called on this loop.
class BridgeLoop final : private bridge::DeliveryPort {
 public:
  /// `loops`: of how many loops this is one.
  BridgeLoop(BridgeShared& shared, net::Loop& loop, std::size_t loops);

  [[nodiscard]] net::Loop& loop() { return loop_; }
  [[nodiscard]] const BridgeAnswers& answers() const { return answers_; }
  [[nodiscard]] bridge::Counters& counters() { return counters_; }
  [[nodiscard]] const bridge::Counters& counters() const { return counters_; }
  [[nodiscard]] RandomSource& random() { return random_; }
  [[nodiscard]] bridge::RequestSources& sources() { return sources_; }
  [[nodiscard]] const BridgeShared& shared() const { return shared_; }

  /// A message for a client id that is at home here, and where its sender waits.
  struct Incoming {
    /// Without a fingerprint it may come again and again.
    bridge::Hub::Arrival message;
    net::Handle sender;
    bool has_origin = false;
    std::vector<webhook::Post> notices = {};  ///< for others, once it is stored
  };
  /// ToAccept() will be called soon.
  void WillAccept(const BridgeLoop& from, const Fingerprint& fingerprint) const {
    if (&from == this) hub_.WillAsk(fingerprint);
  }
  /// False: too much waits for this loop; the caller answers.
  [[nodiscard]] bool ToAccept(BridgeLoop& from, Incoming incoming);

  /// Somebody has opened a stream for a client id that is at home here.
  void ToNote(BridgeLoop& from, const bridge::Connect& connect);
  /// Answers who asks about such a connect. False as above.
  [[nodiscard]] bool ToCheck(BridgeLoop& from, const bridge::Connect& asked, net::Handle asker,
                             bool has_origin);

  // From a stream's loop to a home; `from` may be this loop, and the hub is still called later.
  void ToSubscribe(net::Handle stream, std::vector<ClientId> ids, std::int64_t after);
  void ToContinue(net::Handle stream);
  void ToConfirm(net::Handle stream, std::int64_t event_id);
  void ToUnsubscribe(net::Handle stream);

  /// Before the loops run.
  void Restore(const store::Record& record, Time now);

 private:
  void Accept(Incoming incoming);
  /// Who waits for the answer to a message.
  struct Waiter {
    net::Handle sender;
    bool has_origin = false;
  };
  void Settle(std::int64_t event_id, const Waiter& first, store::Outcome outcome);
  void Finish(net::Handle sender, bool has_origin, Reply reply);
  void Check(const bridge::Connect& asked, net::Handle asker, bool has_origin);
  void RemoveGone();
  void Give(const bridge::StreamRef& stream, bridge::Batch batch) override;
  void ReceiveBatch(net::Handle stream, std::uint32_t home, bridge::Batch batch);

  BridgeShared& shared_;
  net::Loop& loop_;
  const BridgeAnswers answers_;
  RandomSource random_;
  bridge::RequestSources sources_;
  bridge::Counters counters_;
  bridge::Hub hub_;
  bridge::Connects connects_;
  /// Those who sent a message again before it was settled, by its event id.
  std::unordered_multimap<std::int64_t, Waiter> repeaters_;
};

}  // namespace prichal::app
