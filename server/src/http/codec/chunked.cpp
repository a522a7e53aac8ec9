#include "http/codec/chunked.h"

#include <algorithm>
#include <charconv>

#include "base/hex.h"
#include "http/codec/token.h"

namespace prichal::http {
namespace {

constexpr std::size_t kMostDigits = 8;    // 4 GiB, more than any limit
constexpr std::size_t kMostExtra = 4096;  // extensions and trailers of one body

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
    case At::kExtensionStart:
    case At::kExtensionName:
    case At::kExtensionValueStart:
    case At::kExtensionValue:
    case At::kQuoted:
    case At::kQuotedPair:
    case At::kQuotedEnd:
      return ++extra_ <= kMostExtra && StepExtension(c);
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
    case At::kTrailerName:
    case At::kTrailerValue:
      return ++extra_ <= kMostExtra && StepTrailer(c);
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
  // RFC 9112 section 7.1.1: an extension begins with ';'. Obsolete white space before it is
  // rejected, because proxies in front disagree about it.
  at_ = At::kExtensionStart;
  return c == ';' && ++extra_ <= kMostExtra;
}

bool ChunkedBody::StepExtension(char c) {
  switch (at_) {
    case At::kExtensionStart:
      at_ = At::kExtensionName;
      return IsTokenByte(c);
    case At::kExtensionName:
      if (c != '=') return IsTokenByte(c) || EndExtension(c);
      at_ = At::kExtensionValueStart;
      return true;
    case At::kExtensionValueStart:
      at_ = c == '"' ? At::kQuoted : At::kExtensionValue;
      return c == '"' || IsTokenByte(c);
    case At::kExtensionValue:
      return IsTokenByte(c) || EndExtension(c);
    case At::kQuoted:
      if (c == '"') at_ = At::kQuotedEnd;
      if (c == '\\') at_ = At::kQuotedPair;
      return IsFieldByte(c);
    case At::kQuotedPair:
      at_ = At::kQuoted;
      return IsFieldByte(c);
    default:  // kQuotedEnd
      return EndExtension(c);
  }
}

bool ChunkedBody::EndExtension(char c) {
  at_ = c == '\r' ? At::kSizeLf : At::kExtensionStart;
  return c == '\r' || c == ';';
}

bool ChunkedBody::StepTrailer(char c) {
  if (at_ == At::kTrailerName) {
    if (c == ':') at_ = At::kTrailerValue;
    return c == ':' || IsTokenByte(c);
  }
  const bool starts = at_ == At::kTrailerStart;
  if (c == '\r') {
    at_ = starts ? At::kFinalLf : At::kTrailerLf;
    return true;
  }
  if (!starts) return IsFieldByte(c);
  at_ = At::kTrailerName;
  return IsTokenByte(c);
}

}  // namespace prichal::http
