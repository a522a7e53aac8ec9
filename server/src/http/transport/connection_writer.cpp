#include "http/transport/connection_writer.h"

#include <cerrno>
#include <span>
#include <string_view>

namespace prichal::net {
namespace {

/// What is not longer is put together before it is sent: so few bytes are copied sooner than the
/// kernel collects them from their slices.
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

}  // namespace prichal::net
