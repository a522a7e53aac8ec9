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

namespace prichal::net {

/// The output that waits on one connection: references to shared bytes, so that one buffer serves
/// every stream. Chunk lines are added when the bytes leave. It uses no socket. The loop's thread.
class WriteQueue {
 public:
  /// Views for one system call, with the room for the chunk lines among them.
  struct Batch {
    static constexpr std::size_t kSlices = 20;
    std::array<std::string_view, 4 * kSlices> views;
    std::size_t count = 0;
    std::array<http::ChunkLine, kSlices> lines;
  };

  struct Slice {
    SharedBytes bytes;
    std::size_t length;         ///< only so many of them
    SharedBytes end = nullptr;  ///< what follows them; null: nothing
    bool chunked = false;       ///< both together as one chunk (RFC 9112 section 7.1)

    [[nodiscard]] std::size_t size() const { return length + (end ? end->size() : 0); }
    [[nodiscard]] std::size_t WireSize() const;
  };
  /// Empty ones are left out: an empty chunk would be the last.
  void Add(Slice slice);
  void Raw(SharedBytes bytes);
  void Chunk(SharedBytes bytes);

  [[nodiscard]] bool empty() const { return first_ == slices_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  ///< framing included
  [[nodiscard]] std::size_t slices() const { return slices_.size() - first_; }

  /// The oldest bytes. Valid until the queue changes.
  void Gather(Batch& batch) const;
  /// All bytes, in place of what `out` holds.
  void CopyTo(std::string& out) const;
  /// The oldest `most` bytes, all of them where there are fewer, in one piece: where they are
  /// already, or put together in `scratch`. Valid until the queue or `scratch` changes. `most`: 64
  /// or more, longer than the line of a chunk, which lies nowhere.
  [[nodiscard]] std::string_view Front(std::size_t most, std::string& scratch) const;
  /// Moves the oldest `count` bytes, or all where there are fewer, to the end of `out`.
  void MoveTo(std::size_t count, std::string& out);
  /// The first `count` bytes have been sent. Gives what a burst took back when it becomes empty.
  void Consume(std::size_t count);

 private:
  /// Calls `take` with what waits of one slice, in order. `line`: the room for its chunk line.
  template <typename Take>
  void ForEachViewOf(std::size_t index, http::ChunkLine& line, Take take) const;

  std::vector<Slice> slices_;
  std::size_t first_ = 0;   ///< index of the oldest slice
  std::size_t offset_ = 0;  ///< bytes of it already sent, framing included
  std::size_t bytes_ = 0;
};

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
