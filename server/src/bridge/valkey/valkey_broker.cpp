#include "bridge/valkey/valkey_broker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace prichal::app {
namespace {

using bridge::PublishResult;

constexpr Millis kRetryEvery{100};
/// Each mailbox is read once in so many ticks, whatever the pushes say.
constexpr std::uint64_t kSweepTicks = 30;
/// Where nothing but that finds what was not pushed.
constexpr std::uint64_t kSweepTicksWithoutOrder = 10;
/// A second and two after it is subscribed to: who stores behind a push does it within that.
constexpr int kSettlingTicks = 2;

}  // namespace

ValkeyBroker::ValkeyBroker(const bridge::BrokerLimits& limits, const Shared& shared,
                           net::Loop& loop, const MakeClient& make_client,
                           bridge::DeliveryPort& port, bridge::Counters& counters)
    : limits_(limits),
      shared_(shared),
      loop_(loop),
      port_(port),
      counters_(counters),
      channels_(0, IdHash{&shared.hash}),
      client_(make_client(*this)) {
  loop.Every(kRetryEvery, [this] { Retry(); });
}

ValkeyBroker::~ValkeyBroker() = default;

void ValkeyBroker::Publish(bridge::Publication publication, Done done) {
  shared_.schema.Publish(
      *client_, std::move(publication), shared_.event_ids.Last(), limits_.mailbox,
      shared_.durability,
      [this, done = std::move(done)](PublishResult result, std::int64_t event_id) mutable {
        shared_.event_ids.StartAfter(event_id);
        switch (result) {
          case PublishResult::kStored:
            own_counters_.stored.Add();
            counters_.accepted.Add();
            break;
          case PublishResult::kDuplicate:
            own_counters_.repeated.Add();
            counters_.duplicates.Add();
            break;
          case PublishResult::kStoreFailed:
          case PublishResult::kStoredByTooFew:
            own_counters_.failed.Add();
            break;
          default:
            own_counters_.refused.Add();
        }
        done(result);
      });
}

void ValkeyBroker::OnPush(std::string_view channel, std::string_view payload) {
  const auto id = shared_.schema.IdOf(channel);
  if (!id) return;
  const auto found = channels_.find(*id);
  if (found == channels_.end()) return;
  const auto push = shared_.schema.Parse(*id, payload);
  if (!push) return own_counters_.foreign.Add();
  shared_.event_ids.StartAfter(push->message.event_id);
  OnChannelPush(found->second, *push);
}

void ValkeyBroker::OnSubscribed(std::string_view channel) {
  const auto id = shared_.schema.IdOf(channel);
  const auto found = id ? channels_.find(*id) : channels_.end();
  if (found == channels_.end()) return;
  Channel& confirmed = found->second;
  confirmed.subscribed = true;
  if (!shared_.schema.ordered()) confirmed.settling = kSettlingTicks;
  if (confirmed.primed) {
    own_counters_.rereads.Add();
    // It may be another server by now, which has forgotten some ids and given them again.
    confirmed.rewind = true;
    return Read(confirmed);
  }
  // Where ids grow, the first page that a stream reads says where the mailbox is.
  if (shared_.schema.ordered()) return Wake(confirmed);
  Read(confirmed);
}

void ValkeyBroker::OnInterrupted(std::span<const std::string> channels) {
  for (const std::string& channel : channels) {
    const auto id = shared_.schema.IdOf(channel);
    const auto found = id ? channels_.find(*id) : channels_.end();
    if (found != channels_.end()) found->second.subscribed = false;
  }
}

void ValkeyBroker::Tick() {
  ++ticks_;
  const std::uint64_t every = shared_.schema.ordered() ? kSweepTicks : kSweepTicksWithoutOrder;
  for (auto& [id, channel] : channels_) {
    const bool is_settling = channel.settling > 0;
    if (!channel.primed || (!is_settling && channel.serial % every != ticks_ % every)) continue;
    if (is_settling) --channel.settling;
    own_counters_.sweeps.Add();
    Read(channel);
  }
}

void ValkeyBroker::Retry() {
  own_counters_.ready.Set(client_->ready() ? 1 : 0);
  for (const auto& [id, serial] : std::exchange(failed_channels_, {})) {
    if (Channel* channel = Find(id, serial)) Read(*channel);
  }
  for (const StreamHandle& stream : std::exchange(failed_readers_, {})) {
    if (Reader* reader = FindReader(stream)) Fill(*reader);
  }
}

}  // namespace prichal::app
