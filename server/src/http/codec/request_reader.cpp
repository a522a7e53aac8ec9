#include "http/codec/request_reader.h"

#include <algorithm>

namespace prichal::http {

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
