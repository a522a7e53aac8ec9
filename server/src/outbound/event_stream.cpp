#include "outbound/event_stream.h"

#include <utility>

namespace prichal::probe {

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

}  // namespace prichal::probe
