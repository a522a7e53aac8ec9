#include "outbound/probe.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace prichal::outbound {

using std::chrono::steady_clock;

Request ProbeClient::Complete(Request request) const {
  request.ca_file = options_.ca_file;
  request.connect_timeout = options_.connect_timeout;
  request.allows_http = true;
  request.reads_certificates = true;
  return request;
}

void ProbeClient::Begin(Transfer& transfer) {
  if (!multi_.Add(transfer)) throw std::runtime_error("libcurl rejects the request");
}

bool ProbeClient::RunUntil(const std::function<bool()>& done, steady_clock::time_point until) {
  while (true) {
    multi_.Perform();
    while (multi_.TakeEnded() != nullptr) {
    }
    if (done()) return true;
    const auto left = std::chrono::ceil<Millis>(until - steady_clock::now());
    if (left <= Millis(0) || stopped_) return false;
    multi_.Wait(std::min(left, Millis(60'000)));
  }
}

Response ProbeClient::Fetch(Request request) {
  Transfer transfer(Complete(std::move(request)));
  Begin(transfer);
  // The request's own timeout ends it.
  RunUntil([&] { return transfer.ended(); }, steady_clock::time_point::max());
  if (transfer.ended()) return transfer.TakeAnswer();
  return FailedResponse(Trouble::kOther, "it was stopped");
}

void ProbeClient::Stop() {
  stopped_ = true;
  multi_.Wake();
}

Request EventStream::AsStream(Request request) {
  request.timeout = Millis(0);
  request.lines.emplace_back("Accept: text/event-stream");
  return request;
}

bool EventStream::is_open() const {
  return answer().status == 200 && answer().Header("content-type").starts_with("text/event-stream");
}

std::optional<Received> EventStream::Next() {
  if (events_.empty()) return std::nullopt;
  auto next = std::move(events_.front());
  events_.pop_front();
  waiting_bytes_ -= next.data.size();
  return next;
}

bool EventStream::OnBody(std::string_view bytes) {
  const auto now = std::chrono::steady_clock::now();
  if (!first_bytes_) first_bytes_ = now;
  reader_.Feed(bytes);
  while (const auto event = reader_.Next()) {
    waiting_bytes_ += event->data.size();
    events_.push_back({.type = std::string(event->type),
                       .id = event->id,
                       .data = std::string(event->data),
                       .at = now});
    if (events_.size() > kMostEvents) return false;
  }
  return reader_.kept_bytes() + waiting_bytes_ <= kMostBytes;
}

}  // namespace prichal::outbound
