// The event stream of a bridge, as a client reads it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "http/codec/event_reader.h"
#include "outbound/client.h"

namespace prichal::probe {

/// A received event.
struct Received {
  std::string type;
  std::int64_t id = 0;  ///< 0: none
  std::string data;
  curl::Transfer::Steady at;  ///< when it came

  /// Returns whether this is a heartbeat, in either form that bridges send.
  [[nodiscard]] bool is_heartbeat() const { return type == "heartbeat" || data == "heartbeat"; }
};

/// A stream of a bridge (GET /events). Starts with the object and is cancelled with it; the client
/// outlives it and runs it. Used on the client's thread.
class EventStream final : public curl::Transfer {
 public:
  /// Largest number and size of events not yet read with Next(). Beyond, the stream ends with
  /// Trouble::kTooLong.
  static constexpr std::size_t kMostEvents = 1'000;
  static constexpr std::size_t kMostBytes = 1024 * 1024;

  /// `request`: its timeout is ignored, as a stream has no end.
  EventStream(Client& client, Request request)
      : Transfer(client.Complete(AsStream(std::move(request)))) {
    client.Begin(*this);
  }

  /// Returns whether the headers have come, with status 200 and the type of an event stream.
  [[nodiscard]] bool is_open() const;
  /// Returns when the first bytes of the body came.
  [[nodiscard]] std::optional<Steady> first_bytes() const { return first_bytes_; }
  /// Returns the next event. Empty if none has come.
  [[nodiscard]] std::optional<Received> Next();
  /// Returns whether Next() returns one.
  [[nodiscard]] bool has_events() const { return !events_.empty(); }

 private:
  static Request AsStream(Request request);
  [[nodiscard]] bool OnBody(std::string_view bytes) override;

  http::EventReader reader_;
  std::deque<Received> events_;
  std::size_t waiting_bytes_ = 0;
  std::optional<Steady> first_bytes_;
};

}  // namespace prichal::probe
