#include "bridge/kept_frame.h"

#include <algorithm>
#include <limits>

#include "base/client_id.h"

namespace prichal::bridge {

KeptFrame::KeptFrame(std::int64_t event_id, std::string_view frame, const SharedBytes& source) {
  const auto parts = PartsOf(event_id, frame);
  whole_ = !parts || parts->trace_id.size() > std::numeric_limits<std::uint16_t>::max();
  if (whole_) {
    Keep({frame});
    return;
  }
  trace_length_ = static_cast<std::uint16_t>(parts->trace_id.size());
  Keep({parts->from, parts->trace_id, parts->message});
  if (!parts->request_source) return;
  const bool same = source != nullptr && *source == *parts->request_source;
  source_ = same ? source : Share(std::string(*parts->request_source));
}

void KeptFrame::Keep(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) text_length_ += static_cast<std::uint32_t>(text.size());
  text_ = std::make_unique_for_overwrite<char[]>(text_length_);
  char* end = text_.get();
  for (const std::string_view text : texts) end = std::copy(text.begin(), text.end(), end);
}

FrameParts KeptFrame::Parts() const {
  const std::string_view text(text_.get(), text_length_);
  FrameParts parts{.from = text.substr(0, ClientId::kLength),
                   .message = text.substr(ClientId::kLength + trace_length_),
                   .trace_id = text.substr(ClientId::kLength, trace_length_)};
  if (source_ != nullptr) parts.request_source = *source_;
  return parts;
}

std::string KeptFrame::Text(std::int64_t event_id) const {
  return whole_ ? std::string(text_.get(), text_length_) : FrameOf(event_id, Parts());
}

std::size_t KeptFrame::SizeOfText(std::int64_t event_id) const {
  return whole_ ? text_length_ : SizeOfFrame(event_id, Parts());
}

}  // namespace prichal::bridge
