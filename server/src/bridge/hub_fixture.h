#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bridge/hub.h"

namespace prichal::bridge {

/// Takes what a hub gives.
class Recorder final : public DeliveryPort {
 public:
  void Give(const StreamRef& stream, Batch batch) override {
    Got& got = streams[stream.slot];
    for (const Delivery& delivery : batch.messages) got.ids.push_back(delivery.event_id);
    got.up_to = batch.up_to;
    got.more = batch.more;
    ++got.batches;
  }

  struct Got {
    std::vector<std::int64_t> ids;
    std::int64_t up_to = -1;
    bool more = false;
    int batches = 0;
  };
  std::map<std::uint32_t, Got> streams;
};

inline ClientId Id(char c) { return *ClientId::Parse(std::string(64, c)); }

inline StreamRef Stream(std::uint32_t slot) { return {.slot = slot, .generation = 1}; }

class HubTest : public ::testing::Test {
 protected:
  /// Accepted and stored.
  std::int64_t Post(const ClientId& to, int ttl_seconds = 300, std::string body = "{}") {
    const auto accepted = hub.Accept(
        {.to = to, .envelope = std::move(body), .ttl = std::chrono::seconds(ttl_seconds)}, now);
    EXPECT_TRUE(accepted.has_value());
    hub.Settled(accepted->event_id, true, now.steady);
    return accepted->event_id;
  }

  void Pass(Millis time) {
    now.steady += time;
    now.unix_time += time;
    hub.Expire(now.steady);
  }

  void Subscribe(std::uint32_t slot, const std::vector<ClientId>& ids, std::int64_t after = 0) {
    hub.Subscribe(Stream(slot), ids, after, now.steady);
  }

  [[nodiscard]] const std::vector<std::int64_t>& Ids(std::uint32_t slot) {
    return port.streams[slot].ids;
  }

  Time now{.steady = Millis(5'000), .unix_time = Millis(1'700'000'000'000)};
  EventIds event_ids;
  SipHash hash;
  Recorder port;
  Counters counters;
  HubLimits limits{.mailbox_messages = 10,
                   .mailbox_bytes = 10'000,
                   .total_bytes = 20'000,
                   .page_messages = 4,
                   .page_bytes = 4'000};
  Hub hub{limits, event_ids, hash, port, counters};
};

}  // namespace prichal::bridge
