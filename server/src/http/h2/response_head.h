#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace prichal::http2 {

/// Response header fields for nghttp2. The fields point into this object and into the texts passed
/// to Add() and so on; both must live until nghttp2 has copied the fields, which also converts
/// names to lower case.
class ResponseHead {
 public:
  /// `status`: three digits.
  explicit ResponseHead(int status);
  ResponseHead(const ResponseHead&) = delete;
  ResponseHead& operator=(const ResponseHead&) = delete;
  ~ResponseHead() = default;

  void Add(std::string_view name, std::string_view value);
  /// Adds the fields of `head` (see http::Response) except the status line and connection-specific
  /// fields (RFC 9113 section 8.2.2).
  void AddAll(std::string_view head);
  /// Adds the fields of `head` with this name.
  void AddNamed(std::string_view head, std::string_view name);

  [[nodiscard]] const nghttp2_nv* data() const { return fields_.data(); }
  [[nodiscard]] std::size_t size() const { return fields_.size(); }

 private:
  std::array<char, 3> status_;
  std::vector<nghttp2_nv> fields_;
};

}  // namespace prichal::http2
