#include "bridge/core/envelope.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/json.h"

namespace prichal::bridge {

Envelope::Envelope(const ClientId& from, std::string_view trace_id, std::string_view message,
                   SharedBytes request_source)
    : request_source_(std::move(request_source)) {
  const std::size_t length = from.text().size() + trace_id.size() + message.size();
  if (trace_id.size() > kMostTraceId || length > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a message of " + std::to_string(length) +
                            " bytes with a trace id of " + std::to_string(trace_id.size()));
  }
  length_ = static_cast<std::uint32_t>(length);
  trace_id_length_ = static_cast<std::uint16_t>(trace_id.size());
  const auto text = std::make_shared_for_overwrite<char[]>(length);
  char* end = text.get();
  for (const std::string_view part : {from.text(), trace_id, message}) {
    end = std::copy(part.begin(), part.end(), end);
  }
  text_ = text;
}

Envelope Envelope::Make(const ClientId& from, std::string_view trace_id, std::string_view body,
                        SharedBytes request_source) {
  std::string message;
  message.reserve(body.size() + 2);
  AppendJsonString(message, body);
  return {from, trace_id, message, std::move(request_source)};
}

void Envelope::ShareSourceWith(const Envelope& other) {
  if (request_source_ == nullptr || other.request_source_ == nullptr) return;
  if (*request_source_ == *other.request_source_) request_source_ = other.request_source_;
}

bool operator==(const Envelope& a, const Envelope& b) {
  const bool same_source = a.request_source_ == b.request_source_ ||
                           (a.request_source_ != nullptr && b.request_source_ != nullptr &&
                            *a.request_source_ == *b.request_source_);
  return same_source && a.empty() == b.empty() && a.from() == b.from() &&
         a.trace_id() == b.trace_id() && a.message() == b.message();
}

}  // namespace prichal::bridge
