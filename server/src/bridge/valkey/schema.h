#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/address.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/interface.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/verify.h"
#include "valkey/client.h"

namespace prichal::bridge {

/// A message that was read from the server.
struct KeptMessage {
  std::int64_t event_id = 0;
  SharedBytes frame;       ///< MessageFrame()
  bool only_open = false;  ///< TTL 0: only for streams that were open when it was published
  Millis age{0};           ///< by the server's clock; only if `only_open`
};

/// A part of a mailbox, by event ID.
struct Page {
  std::vector<KeptMessage> messages = {};
  std::int64_t read_to = 0;       ///< last event ID of the page, also if it was unreadable
  bool more = false;              ///< the mailbox has more messages after these
  std::int64_t newest = 0;        ///< largest event ID that the mailbox has had; 0: unknown
  std::int64_t past = INT64_MAX;  ///< later messages have larger event IDs than this
  std::string epoch = {};         ///< changes when the server has lost the mailbox
  // Without order:
  std::vector<std::int64_t> present = {};  ///< event IDs of the whole mailbox, sorted
  /// Messages that were delivered to streams that have ended: event ID, and event ID of the
  /// delivery.
  std::vector<std::pair<std::int64_t, std::int64_t>> given = {};
};

/// A pushed message. `epoch` points into the payload.
struct Push {
  KeptMessage message;
  std::int64_t previous = 0;  ///< event ID of the previous message in the mailbox; 0: none
  std::string_view epoch = {};
};

/// A page that has opened a stream for a client ID, shared by all instances. A plain value.
struct OpenedBy {
  ClientId id;
  IpAddress address;
  std::string origin = {};  ///< as bridge::OriginFrom() writes it
  std::string user_agent = {};
};

/// The layout of mailboxes in Valkey: keys, channels, scripts and payloads. Stateless; any thread.
/// Callbacks run on the loop of the client.
class Schema : public Interface {
 public:
  /// Receives the result of Publish(). `event_id`: set for kStored and kDuplicate.
  using Published = UniqueFunction<void(PublishResult, std::int64_t event_id)>;
  /// Stores and pushes a message. `floor`: its event ID must be larger. `mailbox`: limits of the
  /// mailbox.
  virtual void Publish(valkey::Client& client, Publication publication, std::int64_t floor,
                       const Bounds& mailbox, valkey::Durability durability,
                       Published done) const = 0;

  /// The part of a mailbox to read.
  struct Range {
    std::int64_t after = 0;
    std::int64_t raise = 0;  ///< forces later messages to have larger event IDs; 0: does not
    Bounds most = {};        ///< limit of the page; at least one message is read
  };
  /// Receives the result of ReadPage().
  using Read = UniqueFunction<void(Result<Page, valkey::Error>)>;
  /// Reads a part of a mailbox.
  virtual void ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                        Read done) const = 0;

  /// Returns the channel of a client ID.
  [[nodiscard]] virtual std::string ChannelOf(const ClientId& id) const = 0;
  /// Returns the client ID of a channel. Empty if it is not a channel of the bridge.
  [[nodiscard]] virtual std::optional<ClientId> IdOf(std::string_view channel) const = 0;
  /// Parses a pushed payload. Empty if it is not a message.
  [[nodiscard]] virtual std::optional<Push> Parse(const ClientId& id,
                                                  std::string_view payload) const = 0;

  /// True if event IDs grow in each mailbox and each push names the previous one.
  [[nodiscard]] virtual bool ordered() const = 0;
  /// Without order: stores which messages a stream got (event ID, and event ID of the delivery).
  virtual void MarkDelivered(
      valkey::Client& /*client*/, const ClientId& /*id*/,
      const std::vector<std::pair<std::int64_t, std::int64_t>>& /*given*/) const {}

  // The pages that have recently opened streams: the VerifyCache of all instances.

  /// Stores an entry. A failure is not reported; the verdict is then kUnknown.
  virtual void RecordOpened(valkey::Client& client, const OpenedBy& opened, Millis ttl) const = 0;
  /// Returns the verdict about a page to `done`; kUnknown if the server does not answer.
  virtual void CheckOpened(valkey::Client& client, const OpenedBy& asked,
                           UniqueFunction<void(Verdict)> done) const = 0;
};

/// Makes the schema for instances of this bridge only (native.lua).
[[nodiscard]] std::unique_ptr<const Schema> MakeNativeSchema();

/// Makes the schema of the official bridge, so that its instances and instances of this server can
/// share Valkey servers (official.lua).
///
/// Official instances push before they store, do not name the previous message, and use event IDs
/// that do not grow. So a message is new if its ID is unknown, in any order, and every mailbox with
/// a stream is read periodically.
[[nodiscard]] std::unique_ptr<const Schema> MakeOfficialSchema();

// Shared by the schemas.

/// Returns the fingerprint for deduplication by all instances: a hash of sender, receiver and text.
/// It has no key that instances would have to share. A collision of 128 bits takes 2^64 attempts
/// and does not help an attacker.
[[nodiscard]] Fingerprint FingerprintOf(const Publication& publication);

/// A script with the keys and arguments of one call.
struct ScriptCall {
  const valkey::Script& script;
  std::vector<std::string> keys;
  std::vector<std::string> arguments;
};
/// Runs a publish script, which replies {0, id} if it has stored the message, {1, id} for a
/// duplicate, or {2} if a limit is reached.
void RunPublish(valkey::Client& client, ScriptCall call, valkey::Durability durability,
                Schema::Published done);
/// Runs a read script. `parse` returns the page in a reply, or nothing if it is malformed.
void RunRead(valkey::Client& client, ScriptCall call,
             std::optional<Page> (*parse)(const valkey::Reply& reply), Schema::Read done);
/// Ignores the answer to a command.
inline void IgnoreAnswer(const valkey::Client::Answer& /*answer*/) {}

}  // namespace prichal::bridge
