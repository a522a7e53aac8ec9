#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "bridge/core/client_id.h"

namespace prichal::bridge {

/// An immutable bridge message in its parts: sender, trace ID, payload and request source. Messages
/// are queued and stored in this form; the JSON text is made only when they are sent. Copies share
/// the bytes. Any thread.
class Envelope {
 public:
  static constexpr std::size_t kMostTraceId = UINT16_MAX;

  /// Empty envelope: all parts are empty.
  Envelope() = default;
  /// `trace_id`: at most kMostTraceId bytes. `message`: a JSON string with its quotes.
  /// `request_source`: base64; null if the receiver gets none.
  Envelope(const ClientId& from, std::string_view trace_id, std::string_view message,
           SharedBytes request_source = nullptr);
  /// Creates an envelope from a raw request body, which is escaped as a JSON string.
  [[nodiscard]] static Envelope Make(const ClientId& from, std::string_view trace_id,
                                     std::string_view body, SharedBytes request_source = nullptr);

  [[nodiscard]] bool empty() const { return text_ == nullptr; }
  [[nodiscard]] std::string_view from() const { return Part(0, ClientId::kLength); }
  [[nodiscard]] std::string_view trace_id() const {
    return Part(ClientId::kLength, trace_id_length_);
  }
  [[nodiscard]] std::string_view message() const {
    return Part(ClientId::kLength + trace_id_length_, length_);
  }
  /// Base64. Null if none.
  [[nodiscard]] const SharedBytes& request_source() const { return request_source_; }
  /// Total size of all parts, in bytes.
  [[nodiscard]] std::size_t size() const {
    return length_ + (request_source_ == nullptr ? 0 : request_source_->size());
  }

  /// Shares the bytes of `other`'s request source if both have the same one.
  void ShareSourceWith(const Envelope& other);

  friend bool operator==(const Envelope& a, const Envelope& b);

 private:
  [[nodiscard]] std::string_view Part(std::size_t begin, std::size_t count) const {
    return empty() ? std::string_view()
                   : std::string_view(text_.get(), length_).substr(begin, count);
  }

  /// Sender, trace ID and message, concatenated.
  std::shared_ptr<const char[]> text_;
  SharedBytes request_source_;
  std::uint32_t length_ = 0;
  std::uint16_t trace_id_length_ = 0;
};

}  // namespace prichal::bridge
