#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/bridge/valkey/channel.h"
#include "app/bridge/valkey/schema.h"
#include "bridge/subscription_table.h"

namespace prichal::app {

/// A stream and what has been read for it and not been given yet. Pure.
struct Reader {
  /// One of its client ids.
  struct Source {
    Channel* channel = nullptr;
    std::int64_t position = 0;  ///< all up to here has been read
    bool joined = false;        ///< it has read all that was offered to others, and is offered more
    bool reading = false;
    std::vector<KeptMessage> page = {};  ///< the oldest last
  };

  explicit Reader(bridge::Subscription& of, Millis now) : subscription(&of), opened(now) {}

  bridge::Subscription* subscription;
  Millis opened;  ///< steady time
  bool page_wanted = true;
  std::vector<Source> sources;
  /// What came since it joined, each with its source; the oldest last. Without a frame: what
  /// Broker::Confirm() waits for.
  std::vector<std::pair<std::size_t, KeptMessage>> waiting;
  // Where messages come in any order.
  std::int64_t cursor = 0;  ///< that it came with
  /// A message that it was given. Two mailboxes may have two with one id.
  struct Given {
    std::size_t source = 0;
    std::int64_t event_id = 0;
    std::int64_t line = 0;  ///< its id line
  };
  std::vector<Given> given;  ///< lately, also before it came
  [[nodiscard]] bool WasGiven(std::size_t source, std::int64_t event_id) const;

  /// The message that goes next when it may.
  struct Next {
    std::size_t source = 0;
    const KeptMessage* message = nullptr;
    bool from_page = false;
  };
  [[nodiscard]] std::optional<Next> Oldest() const;
  /// How many messages have this id: of mailboxes that do not know each other. All of them are here
  /// when one may go.
  [[nodiscard]] std::int64_t CountOf(std::int64_t event_id) const;
  void Pop(const Next& next);
  void Insert(std::size_t source, KeptMessage message);
  [[nodiscard]] std::size_t SourceOf(const Channel& channel) const;
  /// Nothing more is to be read for it.
  [[nodiscard]] bool HasJoinedAll() const;
  /// It waits here, or was given lately.
  [[nodiscard]] bool Has(std::size_t source, const KeptMessage& message) const;
  /// It is the message that its client's cursor names, and no other message had that id line.
  [[nodiscard]] bool IsAtCursor(const Next& next) const;
  /// What waits and was given, by event id and id line, to streams before this one that had come to
  /// its cursor.
  void Forget(std::size_t source,
              const std::vector<std::pair<std::int64_t, std::int64_t>>& to_others);
  /// What has been offered and not given is read again when its turn has come.
  void FallBack();
};

}  // namespace prichal::app
