#pragma once

#include <cstdint>
#include <functional>

#include "base/clock.h"
#include "base/unique_function.h"
#include "http/codec/response.h"
#include "base/handle.h"
#include "http/loop/outbound.h"
#include "http/connection/stream.h"

namespace prichal::net {

/// One thread with all that lives on it: connections, their timer wheel, scratch buffers, counters.
/// Nothing of it is touched by another thread, which sends tasks instead. All functions but Post()
/// and PostAlways() belong to the loop's own thread.
class Loop {
 public:
  Loop() = default;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  virtual ~Loop() = default;

  [[nodiscard]] virtual std::uint32_t index() const = 0;

  /// Read once a turn, so that all that happens in one turn happens at one time.
  [[nodiscard]] virtual Time now() const = 0;

  /// The server is going down: start nothing new.
  [[nodiscard]] virtual bool draining() const = 0;

  /// Any thread: runs `task` on this loop, in the order of the calls of one thread. False when the
  /// loop's mailbox is full (new work has an answer for that: 503); the task is then dropped.
  [[nodiscard]] virtual bool Post(Task task) = 0;

  /// Any thread: as Post(), past the bound. Only for what completes work already accepted, of which
  /// there is no more than there are connections: responses, registrations ended.
  virtual void PostAlways(Task task) = 0;

  /// Answers a request whose handler returned without a response. Ignored when the connection is
  /// gone or answered.
  virtual void Respond(StreamHandle request, const http::Response& response) = 0;

  /// Null when the stream has ended.
  [[nodiscard]] virtual Stream* FindStream(StreamHandle stream) = 0;

  /// Calls `before` before the tasks that have been posted are taken, and `after` when they have
  /// been run. What other threads had posted when `before` was called has been run by then. From
  /// any thread before the loop runs.
  virtual void AroundTasks(std::function<void()> before, std::function<void()> after) = 0;

  /// Calls `action` again and again until the loop ends. From any thread before the loop runs.
  virtual void Every(Millis interval, std::function<void()> action) = 0;

  /// For clients of other servers that live on this loop.
  [[nodiscard]] virtual Outbound& outbound() = 0;
};

}  // namespace prichal::net
