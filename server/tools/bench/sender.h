// A connection that posts messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/message.h"
#include "bench/poller.h"
#include "bench/response_reader.h"
#include "bench/socket.h"
#include "bench/target.h"

namespace prichal::bench {

class Sender;

/// Receives the responses of senders.
class ResponseSink {
 public:
  ResponseSink() = default;
  ResponseSink(const ResponseSink&) = delete;
  ResponseSink& operator=(const ResponseSink&) = delete;
  virtual ~ResponseSink() = default;

  /// Status 0: the connection was lost, with or without a message in flight.
  virtual void OnResponse(Sender& sender, int status) = 0;
};

/// Size, TTL (seconds) and query of the messages.
struct SenderOptions {
  std::size_t body_bytes = 300;
  int ttl = 300;
  std::string more;  ///< Added to the query, such as "&no_request_source=true"
};

/// A persistent connection that posts one message at a time. The request is formatted once; for
/// each message only the receiver and the stamp change.
class Sender final : private Watched {
 public:
  Sender(Poller& poller, const Target& target, std::string_view from, const SenderOptions& options,
         ResponseSink& sink);

  /// Connects, or reconnects. The error is the reason.
  Result<void, std::string> Connect();
  /// Posts a message. Call it only if idle().
  void Post(std::string_view to, const Stamp& stamp);

  [[nodiscard]] bool idle() const { return socket_.open() && !busy_; }
  [[nodiscard]] bool connected() const { return socket_.open(); }
  [[nodiscard]] const Stamp& last() const { return last_; }  ///< Of the last Post()
  [[nodiscard]] int error() const { return socket_.error(); }

 private:
  void OnReady(bool readable, bool writable) override;
  void ReadResponses();
  void Lose();

  Poller& poller_;
  const Target& target_;
  ResponseSink& sink_;
  Socket socket_;
  ResponseReader reader_;
  std::string request_;
  std::size_t to_at_ = 0;
  std::size_t stamp_at_ = 0;
  Stamp last_;
  bool busy_ = false;
};

}  // namespace prichal::bench
