#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/counter.h"
#include "http/transport/transport.h"
#include "http/transport/write_queue.h"

namespace prichal::net {

/// Writes the output of one connection to its transport, with backpressure: if the transport takes
/// no more, it waits for a report, and the connection sets a deadline for the reader. Part of its
/// connection; the loop's thread.
class ConnectionWriter {
 public:
  /// `transport` must outlive it.
  explicit ConnectionWriter(Transport& transport) : transport_(transport) {}

  [[nodiscard]] WriteQueue& write_queue() { return write_queue_; }
  [[nodiscard]] const WriteQueue& write_queue() const { return write_queue_; }
  /// A report of the transport is to come: nothing is written before.
  [[nodiscard]] bool blocked() const { return blocked_; }

  enum class WriteResult : std::uint8_t {
    kDone,          ///< nothing waits any more
    kBlockedNow,    ///< the transport takes no more: from now on it is waited for
    kStillBlocked,  ///< as before
    kFailed,        ///< the connection is gone
  };
  /// Sends until nothing waits or the transport takes no more. `scratch`: for putting bytes
  /// together. `bytes_sent` counts them.
  WriteResult Write(std::string& scratch, Counter& bytes_sent);
  /// Where nothing waits: sends `bytes`, and keeps what the transport does not take.
  WriteResult WriteThrough(std::string_view bytes, Counter& bytes_sent);
  /// The transport has reported that it takes something.
  void Unblock() { blocked_ = false; }

 private:
  Transport& transport_;
  WriteQueue write_queue_;
  bool blocked_ = false;
};

}  // namespace prichal::net
