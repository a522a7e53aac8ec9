#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace prichal::http2 {

/// The head of a response as nghttp2 takes it. Its fields point into this and into the text that
/// they were added from; nghttp2 copies them, and makes names lower case by that.
class ResponseHead {
 public:
  /// `status`: of three digits.
  explicit ResponseHead(int status);
  ResponseHead(const ResponseHead&) = delete;
  ResponseHead& operator=(const ResponseHead&) = delete;
  ~ResponseHead() = default;

  void Add(std::string_view name, std::string_view value);
  /// `head`: as http::Response has it, whose first line is left out, as is what HTTP/2 forbids (RFC
  /// 9113 section 8.2.2).
  void AddAll(std::string_view head);
  /// The lines of `head` that are of this name.
  void AddNamed(std::string_view head, std::string_view name);

  [[nodiscard]] const nghttp2_nv* data() const { return fields_.data(); }
  [[nodiscard]] std::size_t size() const { return fields_.size(); }

 private:
  std::array<char, 3> status_;
  std::vector<nghttp2_nv> fields_;
};

}  // namespace prichal::http2
