#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bridge/core/hub.h"

namespace prichal::bridge {

/// Test double of DeliveryPort that records a hub's deliveries.
class Recorder final : public DeliveryPort {
 public:
  void Deliver(const StreamHandle& stream, Batch batch) override {
    Got& got = streams[stream.slot];
    for (const Delivery& delivery : batch.messages) got.ids.push_back(delivery.event_id);
    got.up_to = batch.up_to;
    got.more = batch.more;
    ++got.batches;
  }
  void EndCrowded(const StreamHandle& stream) override { ended.push_back(stream.slot); }

  struct Got {
    std::vector<std::int64_t> ids;
    std::int64_t up_to = -1;
    bool more = false;
    int batches = 0;
  };
  std::map<std::uint32_t, Got> streams;
  std::vector<std::uint32_t> ended;  ///< slots
};

inline ClientId Id(char c) { return *ClientId::Parse(std::string(64, c)); }

/// Makes a message of one fixed sender.
inline Envelope EnvelopeOf(std::string_view body) { return Envelope::Make(Id('f'), "trace", body); }

inline StreamHandle Stream(std::uint32_t slot) { return {.slot = slot, .generation = 1}; }

class HubTest : public ::testing::Test {
 protected:
  /// Publishes and commits a message. Returns its event ID; 0 if it was refused.
  std::int64_t PostFrom(const Sender& sender, const ClientId& to, const std::string& body = "{}",
                        int ttl_seconds = 300) {
    const auto accepted = hub.Accept({.to = to,
                                      .envelope = EnvelopeOf(body),
                                      .ttl = std::chrono::seconds(ttl_seconds),
                                      .sender = sender,
                                      .address_counts = addresses_count},
                                     now);
    if (!accepted) return 0;
    hub.OnCommit(*accepted, true, now.steady);
    return *accepted;
  }

  std::int64_t Post(const ClientId& to, int ttl_seconds = 300, const std::string& body = "{}") {
    const auto accepted = hub.Accept(
        {.to = to, .envelope = EnvelopeOf(body), .ttl = std::chrono::seconds(ttl_seconds)}, now);
    EXPECT_TRUE(accepted.has_value());
    hub.OnCommit(*accepted, true, now.steady);
    return *accepted;
  }

  void Pass(Millis time) {
    now.steady += time;
    now.unix_time += time;
    hub.Expire(now.steady);
  }

  void Subscribe(std::uint32_t slot, const std::vector<ClientId>& ids, std::int64_t after = 0,
                 std::uint32_t address = 0) {
    hub.Subscribe(Stream(slot), ids, after, now.steady, address);
  }

  [[nodiscard]] const std::vector<std::int64_t>& Ids(std::uint32_t slot) {
    return port.streams[slot].ids;
  }

  bool addresses_count = false;  ///< of PostFrom()
  Time now{.steady = Millis(5'000), .unix_time = Millis(1'700'000'000'000)};
  EventIds event_ids;
  Watermark watermark;
  SipHash hash;
  Recorder port;
  Counters counters;
  BrokerLimits limits{.mailbox = {.messages = 10, .bytes = 10'000},
                      .total_bytes = 20'000,
                      .page = {.messages = 4, .bytes = 4'000},
                      .streams_per_id = 4,
                      .receivers_a_turn = 3,
                      .untaken = {.messages = 2, .bytes = 4'000}};
  Hub hub{limits, event_ids, watermark, hash, port, counters};
};

}  // namespace prichal::bridge
