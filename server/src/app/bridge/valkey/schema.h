#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/client_id.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "bridge/broker.h"
#include "valkey/client.h"

namespace prichal::app {

/// A message as the server gives it.
struct KeptMessage {
  std::int64_t event_id = 0;
  SharedBytes frame;       ///< bridge::MessageFrame()
  bool only_open = false;  ///< for streams that were open when it came (ttl 0)
  Millis age{0};           ///< by the server's clock alone; of what is only for open streams
};

/// Some of a mailbox, by growing event id.
struct Page {
  std::vector<KeptMessage> messages = {};
  std::int64_t read_to = 0;       ///< the page ends here, also where it has nothing to show
  bool more = false;              ///< there is more behind these
  std::int64_t newest = 0;        ///< of all messages that the mailbox has had; 0: not known
  std::int64_t past = INT64_MAX;  ///< no later message has an id as small
  std::string epoch = {};         ///< changes when the server has forgotten the mailbox
  // Where messages come in any order.
  std::vector<std::int64_t> present = {};  ///< event ids of the whole mailbox, growing
  /// What was given to streams that have ended, by event id, each with its id line.
  std::vector<std::pair<std::int64_t, std::int64_t>> given = {};
};

/// A message as it is pushed.
struct Push {
  KeptMessage message;
  std::int64_t previous = 0;  ///< event id of the one before it in its mailbox; 0: none
  std::string_view epoch = {};
};

/// How mailboxes lie in a server of Valkey: names of keys and channels, scripts, payloads. Holds no
/// state; any thread.
class Schema {
 public:
  Schema() = default;
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;
  virtual ~Schema() = default;

  /// `event_id`: with kStored and kDuplicate.
  using Published = UniqueFunction<void(bridge::PublishResult, std::int64_t event_id)>;
  /// Stores a message and pushes it. `floor`: its event id is larger. `mailbox`: what it may hold.
  virtual void Publish(valkey::Client& client, bridge::Publication publication, std::int64_t floor,
                       const bridge::Bounds& mailbox, valkey::Durability durability,
                       Published done) const = 0;

  struct Range {
    std::int64_t after = 0;
    std::int64_t raise = 0;    ///< no later message may have an id as small; 0: any may
    bridge::Bounds most = {};  ///< of the page, at least one message
  };
  using Read = UniqueFunction<void(Result<Page, valkey::Error>)>;
  virtual void ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                        Read done) const = 0;

  [[nodiscard]] virtual std::string ChannelOf(const ClientId& id) const = 0;
  /// Nothing: a channel of somebody else.
  [[nodiscard]] virtual std::optional<ClientId> IdOf(std::string_view channel) const = 0;
  /// Nothing: no message.
  [[nodiscard]] virtual std::optional<Push> Parse(const ClientId& id,
                                                  std::string_view payload) const = 0;

  /// In each mailbox event ids grow, and each push names the one before it.
  [[nodiscard]] virtual bool ordered() const = 0;
  /// Where they do not: keeps what a stream was given, by event id and id line.
  virtual void NoteGiven(
      valkey::Client& /*client*/, const ClientId& /*id*/,
      const std::vector<std::pair<std::int64_t, std::int64_t>>& /*given*/) const {}
};

}  // namespace prichal::app
