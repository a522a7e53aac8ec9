#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "base/client_id.h"

namespace prichal {

/// A message in the parts that its receiver is told. It is carried and stored so,
/// and becomes one text only when it leaves. Copies share the bytes, which never change; any
/// thread.
class Envelope {
 public:
  static constexpr std::size_t kMostTraceId = UINT16_MAX;

  /// Empty: no sender, no text.
  Envelope() = default;
  /// `trace_id`: of at most kMostTraceId bytes. `message`: a string in JSON, with its quotation
  /// marks. `request_source`: base64; null: the receiver is told of none.
  Envelope(const ClientId& from, std::string_view trace_id, std::string_view message,
           SharedBytes request_source = nullptr);
  /// The same of a message as it came: `body` becomes a string in JSON.
  [[nodiscard]] static Envelope Of(const ClientId& from, std::string_view trace_id,
                                   std::string_view body, SharedBytes request_source = nullptr);

  [[nodiscard]] bool empty() const { return text_ == nullptr; }
  [[nodiscard]] std::string_view from() const { return Part(0, ClientId::kLength); }
  [[nodiscard]] std::string_view trace_id() const {
    return Part(ClientId::kLength, trace_id_length_);
  }
  [[nodiscard]] std::string_view message() const {
    return Part(ClientId::kLength + trace_id_length_, length_);
  }
  /// Null: none.
  [[nodiscard]] const SharedBytes& request_source() const { return request_source_; }
  /// Bytes of all parts.
  [[nodiscard]] std::size_t size() const {
    return length_ + (request_source_ == nullptr ? 0 : request_source_->size());
  }

  /// Where both name the same request source, its bytes are kept once.
  void ShareSourceWith(const Envelope& other);

  friend bool operator==(const Envelope& a, const Envelope& b);

 private:
  [[nodiscard]] std::string_view Part(std::size_t begin, std::size_t count) const {
    return empty() ? std::string_view()
                   : std::string_view(text_.get(), length_).substr(begin, count);
  }

  /// Sender, trace id and message, one behind the other.
  std::shared_ptr<const char[]> text_;
  SharedBytes request_source_;
  std::uint32_t length_ = 0;
  std::uint16_t trace_id_length_ = 0;
};

}  // namespace prichal
