#include "http/transport/write_queue.h"

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

namespace prichal::http {
namespace {

/// Header, end of the header, body.
constexpr std::size_t kSlicesOfAResponse = 3;

/// Output up to this size is copied into one buffer, which is faster than a gather write.
constexpr std::size_t kCopied = 4096;

std::ptrdiff_t SendSome(Transport& transport, const WriteQueue& write_queue, std::string& scratch) {
  if (const std::size_t most = transport.record_bytes(); most > 0) {
    const std::string_view record = write_queue.Front(most, scratch);
    return transport.Send({&record, 1});
  }
  if (write_queue.bytes() <= kCopied) {
    write_queue.CopyTo(scratch);
    const std::string_view whole(scratch);
    return transport.Send({&whole, 1});
  }
  WriteQueue::Batch batch;
  write_queue.Gather(batch);
  return transport.Send(std::span<const std::string_view>(batch.views).first(batch.count));
}

}  // namespace

std::size_t WriteQueue::Slice::WireSize() const {
  if (!chunked) return size();
  return ChunkLine(size()).text().size() + size() + kChunkEnd.size();
}

void WriteQueue::Add(Slice slice) {
  if (slice.size() == 0) return;
  bytes_ += slice.WireSize();
  if (slices_.empty()) slices_.reserve(kSlicesOfAResponse);
  slices_.push_back(std::move(slice));
}

void WriteQueue::Raw(prichal::SharedBytes bytes) {
  const std::size_t length = bytes->size();
  Add({.bytes = std::move(bytes), .length = length, .end = nullptr, .chunked = false});
}

void WriteQueue::Chunk(prichal::SharedBytes bytes) {
  const std::size_t length = bytes->size();
  Add({.bytes = std::move(bytes), .length = length, .end = nullptr, .chunked = true});
}

template <typename Take>
void WriteQueue::ForEachViewOf(std::size_t index, ChunkLine& line, Take take) const {
  std::size_t skip = index == first_ ? offset_ : 0;
  const auto add = [&](std::string_view view) {
    const std::size_t sent = std::min(skip, view.size());
    skip -= sent;
    if (sent < view.size()) take(view.substr(sent));
  };
  const Slice& slice = slices_[index];
  if (slice.chunked) {
    line = ChunkLine(slice.size());
    add(line.text());
  }
  add(std::string_view(*slice.bytes).substr(0, slice.length));
  if (slice.end) add(*slice.end);
  if (slice.chunked) add(kChunkEnd);
}

void WriteQueue::Gather(Batch& batch) const {
  batch.count = 0;
  const std::size_t end = std::min(slices_.size(), first_ + Batch::kSlices);
  for (std::size_t i = first_; i < end; ++i) {
    ForEachViewOf(i, batch.lines[i - first_],
                  [&](std::string_view view) { batch.views[batch.count++] = view; });
  }
}

void WriteQueue::CopyTo(std::string& out) const {
  out.clear();
  ChunkLine line;
  for (std::size_t i = first_; i < slices_.size(); ++i) {
    ForEachViewOf(i, line, [&](std::string_view view) { out += view; });
  }
}

std::string_view WriteQueue::Front(std::size_t most, std::string& scratch) const {
  scratch.clear();
  std::string_view in_place;
  ChunkLine line;
  // Slices after the last one needed are not read.
  for (std::size_t i = first_; i < slices_.size() && scratch.size() < most; ++i) {
    ForEachViewOf(i, line, [&](std::string_view view) {
      const bool is_first = scratch.empty() && in_place.empty();
      if (is_first && view.size() >= most) in_place = view.substr(0, most);
      if (in_place.empty()) scratch += view.substr(0, most - scratch.size());
    });
    if (!in_place.empty()) return in_place;
  }
  return scratch;
}

void WriteQueue::MoveTo(std::size_t count, std::string& out) {
  const std::size_t most = std::min(count, bytes_);
  std::size_t left = most;
  ChunkLine line;
  for (std::size_t i = first_; i < slices_.size() && left > 0; ++i) {
    ForEachViewOf(i, line, [&](std::string_view view) {
      const std::string_view part = view.substr(0, left);
      out += part;
      left -= part.size();
    });
  }
  Consume(most);
}

void WriteQueue::Consume(std::size_t count) {
  bytes_ -= count;
  offset_ += count;
  while (first_ < slices_.size() && offset_ >= slices_[first_].WireSize()) {
    offset_ -= slices_[first_].WireSize();
    slices_[first_].end.reset();
    slices_[first_++].bytes.reset();
  }
  if (!empty()) return;
  first_ = 0;
  // Frees the memory, because tens of thousands of streams are idle.
  slices_ = std::vector<Slice>();
}

ConnectionWriter::WriteResult ConnectionWriter::Write(std::string& scratch, Counter& bytes_sent) {
  if (blocked_) return WriteResult::kStillBlocked;
  while (!write_queue_.empty()) {
    const std::ptrdiff_t taken = SendSome(transport_, write_queue_, scratch);
    if (taken < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return WriteResult::kFailed;
      blocked_ = true;
      transport_.AwaitWritable();
      return WriteResult::kBlockedNow;
    }
    bytes_sent.Add(static_cast<std::uint64_t>(taken));
    write_queue_.Consume(static_cast<std::size_t>(taken));
  }
  return WriteResult::kDone;
}

ConnectionWriter::WriteResult ConnectionWriter::WriteThrough(std::string_view bytes,
                                                             Counter& bytes_sent) {
  while (!bytes.empty()) {
    const std::ptrdiff_t taken = transport_.Send({&bytes, 1});
    if (taken < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return WriteResult::kFailed;
      write_queue_.Raw(Share(std::string(bytes)));
      blocked_ = true;
      transport_.AwaitWritable();
      return WriteResult::kBlockedNow;
    }
    bytes_sent.Add(static_cast<std::uint64_t>(taken));
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
  return WriteResult::kDone;
}

}  // namespace prichal::http
