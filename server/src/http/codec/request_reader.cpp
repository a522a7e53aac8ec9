#include "http/codec/request_reader.h"

#include <algorithm>
#include <charconv>

#include "base/encoding.h"
#include "http/codec/header_fields.h"

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

RequestReader::Step RequestReader::Read(std::string_view& input) {
  switch (phase_) {
    case Phase::kHead:
      return ReadHead(input);
    case Phase::kBody:
      return ReadBody(input);
    case Phase::kAskLimit:
      return Step::kHead;
    case Phase::kOver:
      break;
  }
  return refusal_ ? Step::kRefused : Step::kComplete;
}

RequestReader::Step RequestReader::Refuse(const Refusal& refusal) {
  refusal_ = refusal;
  phase_ = Phase::kOver;
  return Step::kRefused;
}

RequestReader::Step RequestReader::ReadHead(std::string_view& input) {
  if (input.empty()) return Step::kNeedMore;
  started_ = true;
  const HeadScanner::Progress progress = scanner_.Scan(input);
  if (progress.refusal) return Refuse(*progress.refusal);
  if (!progress.complete || !head_bytes_.empty()) {
    head_bytes_.append(input.substr(0, progress.consumed));
    kept_ = progress.complete;
  }
  head_view_ = kept_ ? std::string_view(head_bytes_) : input.substr(0, progress.consumed);
  input.remove_prefix(progress.consumed);
  if (!progress.complete) return Step::kNeedMore;

  head_view_.remove_prefix(scanner_.leading());
  auto head = ParseHead(head_view_);
  if (!head) return Refuse(head.error());
  head_ = *head;
  phase_ = Phase::kAskLimit;
  return Step::kHead;
}

void RequestReader::AllowBody(std::size_t limit) {
  body_limit_ = limit;
  if (head_.chunked) chunked_.emplace(limit);
  phase_ = Phase::kBody;
}

RequestReader::Step RequestReader::ReadBody(std::string_view& input) {
  if (head_.chunked) return ReadChunkedBody(input);
  if (head_.content_length > body_limit_) {
    return Refuse({.status = 413, .reason = "request body is too large"});
  }
  return ReadSizedBody(input);
}

RequestReader::Step RequestReader::ReadSizedBody(std::string_view& input) {
  const auto length = static_cast<std::size_t>(head_.content_length);
  if (body_.empty() && input.size() >= length) {
    const std::string_view body = input.substr(0, length);
    input.remove_prefix(length);
    return Complete(body);
  }
  const std::size_t take = std::min(input.size(), length - body_.size());
  body_.append(input.substr(0, take));
  input.remove_prefix(take);
  if (body_.size() == length) return Complete(body_);
  return KeepHead() ? Step::kNeedMore : Step::kRefused;
}

RequestReader::Step RequestReader::ReadChunkedBody(std::string_view& input) {
  const auto progress = chunked_->Feed(input, body_);
  if (!progress) return Refuse(progress.error());
  input.remove_prefix(progress->consumed);
  if (progress->complete) return Complete(body_);
  return KeepHead() ? Step::kNeedMore : Step::kRefused;
}

RequestReader::Step RequestReader::Complete(std::string_view body) {
  head_.request.body = body;
  phase_ = Phase::kOver;
  return Step::kComplete;
}

/// Copies the header section, because the input is gone before the body is complete.
bool RequestReader::KeepHead() {
  if (kept_) return true;
  head_bytes_.assign(head_view_);
  head_view_ = head_bytes_;
  kept_ = true;
  auto head = ParseHead(head_view_);
  if (!head) {
    (void)Refuse(head.error());
    return false;
  }
  head_ = *head;
  return true;
}

}  // namespace prichal::http
