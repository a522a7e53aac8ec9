#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/counter.h"
#include "http/codec/request_reader.h"
#include "http/transport/transport.h"

namespace prichal::http {

/// Pending output of one connection as references to shared bytes, so that one buffer serves all
/// streams. Chunk framing is added when the bytes are sent. Uses no socket. The loop's thread.
class WriteQueue {
 public:
  /// Views for one system call, with storage for the chunk lines.
  struct Batch {
    static constexpr std::size_t kSlices = 20;
    std::array<std::string_view, 4 * kSlices> views;
    std::size_t count = 0;
    std::array<ChunkLine, kSlices> lines;
  };

  struct Slice {
    prichal::SharedBytes bytes;
    std::size_t length;                  ///< number of bytes used of `bytes`
    prichal::SharedBytes end = nullptr;  ///< follows them; null if none
    bool chunked = false;                ///< both together form one chunk (RFC 9112 section 7.1)

    [[nodiscard]] std::size_t size() const { return length + (end ? end->size() : 0); }
    [[nodiscard]] std::size_t WireSize() const;
  };
  /// Ignores empty slices, because an empty chunk would end the body.
  void Add(Slice slice);
  void Raw(prichal::SharedBytes bytes);
  void Chunk(prichal::SharedBytes bytes);

  [[nodiscard]] bool empty() const { return first_ == slices_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  ///< including framing
  [[nodiscard]] std::size_t slices() const { return slices_.size() - first_; }

  /// Fills `batch` with the oldest bytes. Valid until the queue changes.
  void Gather(Batch& batch) const;
  /// Replaces `out` with all bytes.
  void CopyTo(std::string& out) const;
  /// Returns the oldest bytes in one piece, at most `most`, in place or copied to `scratch`. Valid
  /// until the queue or `scratch` changes. `most` must be at least 64, longer than a chunk line.
  [[nodiscard]] std::string_view Front(std::size_t most, std::string& scratch) const;
  /// Moves the oldest bytes, at most `count`, to the end of `out`.
  void MoveTo(std::size_t count, std::string& out);
  /// Removes the first `count` bytes, which have been sent. Frees extra memory when it becomes
  /// empty.
  void Consume(std::size_t count);

 private:
  /// Calls `take` with the pending views of one slice, in order. `line`: storage for its chunk
  /// line.
  template <typename Take>
  void ForEachViewOf(std::size_t index, ChunkLine& line, Take take) const;

  std::vector<Slice> slices_;
  std::size_t first_ = 0;   ///< index of the oldest slice
  std::size_t offset_ = 0;  ///< bytes of it already sent, including framing
  std::size_t bytes_ = 0;
};

/// Writes the output of one connection to its transport, with backpressure. If the transport takes
/// no more, it waits for a report, and the connection sets a deadline for the reader. Part of its
/// connection; the loop's thread.
class ConnectionWriter {
 public:
  /// `transport` must outlive it.
  explicit ConnectionWriter(Transport& transport) : transport_(transport) {}

  [[nodiscard]] WriteQueue& write_queue() { return write_queue_; }
  [[nodiscard]] const WriteQueue& write_queue() const { return write_queue_; }
  /// True while it waits for a report of the transport. Nothing is written meanwhile.
  [[nodiscard]] bool blocked() const { return blocked_; }

  enum class WriteResult : std::uint8_t {
    kDone,          ///< no output is pending
    kBlockedNow,    ///< the transport takes no more; a report has been requested
    kStillBlocked,  ///< blocked before and still blocked
    kFailed,        ///< the connection has failed
  };
  /// Sends until no output is pending or the transport is blocked. `scratch`: buffer for records.
  /// `bytes_sent` counts the bytes.
  WriteResult Write(std::string& scratch, Counter& bytes_sent);
  /// Sends `bytes` without queueing and queues the rest. Only if the queue is empty.
  WriteResult WriteThrough(std::string_view bytes, Counter& bytes_sent);
  /// Call it when the transport has reported that it can take bytes.
  void Unblock() { blocked_ = false; }

 private:
  Transport& transport_;
  WriteQueue write_queue_;
  bool blocked_ = false;
};

}  // namespace prichal::http
