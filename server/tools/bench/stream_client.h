// A client's event stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/chunk_decoder.h"
#include "bench/poller.h"
#include "bench/response_head.h"
#include "bench/socket.h"
#include "bench/target.h"
#include "http/codec/event_reader.h"

namespace prichal::bench {

class StreamClient;

/// Receives the events of streams.
class StreamSink {
 public:
  StreamSink() = default;
  StreamSink(const StreamSink&) = delete;
  StreamSink& operator=(const StreamSink&) = delete;
  virtual ~StreamSink() = default;

  virtual void OnOpen(StreamClient& stream) = 0;
  virtual void OnEvent(StreamClient& stream, const http::Event& event) = 0;
  /// The stream ended; see state().
  virtual void OnEnd(StreamClient& stream) = 0;
};

/// A GET /events stream (TON Connect, bridge.md). Can be reopened after its end.
class StreamClient final : private Watched {
 public:
  enum class State : std::uint8_t {
    kClosed,   ///< Not opened, or closed by this client
    kAsked,    ///< No response yet
    kOpen,     ///< The response is 200
    kEnded,    ///< Ended by a last chunk
    kCut,      ///< Ended without one
    kRefused,  ///< Another status, or no connection
  };

  /// `number` identifies the stream for the sink.
  StreamClient(Poller& poller, const Target& target, std::size_t number, std::string client_id,
               StreamSink& sink);

  struct Asking {
    std::int64_t after = 0;      ///< Last-Event-ID; 0: none
    std::string_view more = {};  ///< Added to the query, such as "&heartbeat=message"
    int receive_buffer = 0;      ///< Kernel's buffer in bytes; 0 is its default
  };
  /// Connects and requests the stream. The error is the reason.
  Result<void, std::string> Open(const Asking& asking);
  void Close();
  /// Stops reading until Resume().
  void Pause() { paused_ = true; }
  void Resume();

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] const std::string& client_id() const { return client_id_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] int status() const { return head_.head().status; }
  [[nodiscard]] int error() const { return socket_.error(); }      ///< errno of a failed connection
  [[nodiscard]] std::int64_t last_id() const { return last_id_; }  ///< Largest event ID so far
  [[nodiscard]] std::int64_t asked_at() const { return asked_at_; }

 private:
  void OnReady(bool readable, bool writable) override;
  void ReadAll();
  void OnBytes(std::string_view bytes);
  void EndWith(State state);

  Poller& poller_;
  const Target& target_;
  StreamSink& sink_;
  const std::size_t number_;
  const std::string client_id_;
  Socket socket_;
  HeadReader head_;
  ChunkDecoder chunks_;
  http::EventReader events_;
  State state_ = State::kClosed;
  bool paused_ = false;
  std::int64_t last_id_ = 0;
  std::int64_t asked_at_ = 0;
};

}  // namespace prichal::bench
