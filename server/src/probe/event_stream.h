#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "http/event_reader.h"
#include "probe/transfer.h"

namespace prichal::probe {

/// An event as it has come.
struct Received {
  std::string type;
  std::int64_t id = 0;  ///< 0: none
  std::string data;
  Transfer::Steady at;

  /// In either form that bridges have for it.
  [[nodiscard]] bool is_heartbeat() const { return type == "heartbeat" || data == "heartbeat"; }
};

/// A stream of a bridge (GET /events), as long as it lasts.
class EventStream final : public Transfer {
 public:
  /// Events that wait to be taken, and bytes of one that has come in part: beyond, it ends with
  /// Trouble::kTooLong.
  static constexpr std::size_t kMostEvents = 1'000;
  static constexpr std::size_t kMostBytes = 1024 * 1024;

  /// `request`: its timeout is not used, as a stream has no end.
  EventStream(Client& client, Request request) : Transfer(client, AsStream(std::move(request))) {}

  /// The head has come, it is 200 and an event stream.
  [[nodiscard]] bool is_open() const;
  /// When the first bytes of the body came.
  [[nodiscard]] std::optional<Steady> first_bytes() const { return first_bytes_; }
  /// The next event that has come.
  [[nodiscard]] std::optional<Received> Next();
  [[nodiscard]] bool has_events() const { return !events_.empty(); }

 private:
  static Request AsStream(Request request);
  [[nodiscard]] bool Take(std::string_view bytes) override;

  http::EventReader reader_;
  std::deque<Received> events_;
  std::size_t waiting_bytes_ = 0;
  std::optional<Steady> first_bytes_;
};

}  // namespace prichal::probe
