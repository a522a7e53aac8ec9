// Requests to servers from outside, and the event stream of a bridge, for the commands doctor,
// canary and health. Each command is its own process and runs transfers on the calling thread.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "http/codec/event_reader.h"
#include "outbound/transfer.h"

namespace prichal::outbound {

/// Options of all requests of one client.
struct ProbeOptions {
  std::string ca_file = {};       ///< PEM file of trusted authorities; empty: the system's
  Millis connect_timeout{5'000};  ///< name lookup included
};

/// Runs several transfers at once on the calling thread. HTTP and HTTPS are allowed, a redirect is
/// a response, and certificates are reported. Outlives its transfers. Used on one thread, except
/// Stop() and stopped().
class ProbeClient {
 public:
  explicit ProbeClient(ProbeOptions options) : options_(std::move(options)) {}

  /// Returns the request with the options of this client.
  [[nodiscard]] Request Complete(Request request) const;
  /// Starts a transfer that was made from a Complete() request.
  void Begin(Transfer& transfer);

  /// Advances all transfers until `done`, which is checked after each step, `until` or Stop().
  /// Returns whether `done` holds.
  bool RunUntil(const std::function<bool()>& done, std::chrono::steady_clock::time_point until);

  /// Sends a request and returns its response. Other transfers advance meanwhile.
  [[nodiscard]] Response Fetch(Request request);

  /// Ends RunUntil() and Fetch() now, and at once in later calls. Any thread.
  void Stop();
  /// Returns whether Stop() was called. Any thread.
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  const ProbeOptions options_;
  Multi multi_;
  std::atomic<bool> stopped_{false};
};

/// A received event.
struct Received {
  std::string type;
  std::int64_t id = 0;  ///< 0: none
  std::string data;
  Transfer::Steady at;  ///< when it arrived

  /// Returns whether this is a heartbeat, in either form that bridges send.
  [[nodiscard]] bool is_heartbeat() const { return type == "heartbeat" || data == "heartbeat"; }
};

/// A stream of a bridge (GET /events, TON Connect, bridge.md). Starts with the object and is
/// cancelled with it. The client outlives it and runs it. Used on the client's thread.
class EventStream final : public Transfer {
 public:
  /// Largest number and size of pending events. Beyond, the stream ends with Trouble::kTooLong.
  static constexpr std::size_t kMostEvents = 1'000;
  static constexpr std::size_t kMostBytes = 1024 * 1024;

  /// `request`: its timeout is ignored, because a stream has no end.
  EventStream(ProbeClient& client, Request request)
      : Transfer(client.Complete(AsStream(std::move(request)))) {
    client.Begin(*this);
  }

  /// Returns whether the headers have arrived, with status 200 and the type of an event stream.
  [[nodiscard]] bool is_open() const;
  /// Returns when the first bytes of the body arrived. Empty if none.
  [[nodiscard]] std::optional<Steady> first_bytes() const { return first_bytes_; }
  /// Returns the next event. Empty if none has arrived.
  [[nodiscard]] std::optional<Received> Next();
  /// Returns whether Next() has an event.
  [[nodiscard]] bool has_events() const { return !events_.empty(); }

 private:
  static Request AsStream(Request request);
  [[nodiscard]] bool OnBody(std::string_view bytes) override;

  http::EventReader reader_;
  std::deque<Received> events_;
  std::size_t waiting_bytes_ = 0;
  std::optional<Steady> first_bytes_;
};

}  // namespace prichal::outbound
