#include "http/chunked.h"

#include <algorithm>
#include <charconv>

#include "base/hex.h"

namespace prichal::http {
namespace {

constexpr std::size_t kMostDigits = 8;    // 4 GiB: more than any limit
constexpr std::size_t kMostExtra = 4096;  // extensions and trailers of one body

bool IsFieldByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '\t' || (byte >= 0x20 && byte != 0x7f);
}

}  // namespace

ChunkLine::ChunkLine(std::size_t size) {
  const auto end = std::to_chars(text_.data(), text_.data() + text_.size() - 2, size, 16).ptr;
  end[0] = '\r';
  end[1] = '\n';
  length_ = static_cast<std::size_t>(end - text_.data()) + 2;
}

Result<ChunkedBody::Progress, Refusal> ChunkedBody::Feed(std::string_view bytes,
                                                         std::string& body) {
  Progress progress;
  while (progress.consumed < bytes.size()) {
    if (at_ == At::kData) {
      const auto take = static_cast<std::size_t>(
          std::min<std::uint64_t>(left_, bytes.size() - progress.consumed));
      body.append(bytes, progress.consumed, take);
      progress.consumed += take;
      left_ -= take;
      if (left_ == 0) at_ = At::kDataCr;
      continue;
    }
    if (!Step(bytes[progress.consumed++])) {
      return Fail(Refusal{.status = 400, .reason = "malformed chunk"});
    }
    if (at_ == At::kData && (left_ > limit_ || body.size() > limit_ - left_)) {
      return Fail(Refusal{.status = 413, .reason = "request body is too large"});
    }
    if (at_ == At::kDone) {
      progress.complete = true;
      return progress;
    }
  }
  return progress;
}

bool ChunkedBody::Step(char c) {
  switch (at_) {
    case At::kSize:
      return StepSize(c);
    case At::kExtension:
      if (c == '\r') {
        at_ = At::kSizeLf;
        return true;
      }
      return IsFieldByte(c) && ++extra_ <= kMostExtra;
    case At::kSizeLf:
      digits_ = 0;
      at_ = left_ == 0 ? At::kTrailerStart : At::kData;
      return c == '\n';
    case At::kDataCr:
      at_ = At::kDataLf;
      return c == '\r';
    case At::kDataLf:
      at_ = At::kSize;
      return c == '\n';
    case At::kTrailerStart:
      if (c == '\r') {
        at_ = At::kFinalLf;
        return true;
      }
      at_ = At::kTrailer;
      return IsFieldByte(c) && c != ' ' && c != '\t' && ++extra_ <= kMostExtra;
    case At::kTrailer:
      if (c == '\r') {
        at_ = At::kTrailerLf;
        return true;
      }
      return IsFieldByte(c) && ++extra_ <= kMostExtra;
    case At::kTrailerLf:
      at_ = At::kTrailerStart;
      return c == '\n';
    case At::kFinalLf:
      at_ = At::kDone;
      return c == '\n';
    case At::kData:
    case At::kDone:
      break;
  }
  return false;
}

bool ChunkedBody::StepSize(char c) {
  const int digit = HexValue(c);
  if (digit >= 0) {
    left_ = left_ * 16 + static_cast<unsigned>(digit);
    return ++digits_ <= kMostDigits;
  }
  if (digits_ == 0) return false;
  if (c == '\r') {
    at_ = At::kSizeLf;
    return true;
  }
  // RFC 9112 section 7.1.1: an extension begins with ';'; spaces before it are old and tolerated
  // by nobody who wants to agree with the proxy in front.
  at_ = At::kExtension;
  return c == ';' && ++extra_ <= kMostExtra;
}

}  // namespace prichal::http
