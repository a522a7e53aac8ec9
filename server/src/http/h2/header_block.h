#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/codec/request_head.h"

namespace prichal::http::h2 {

/// Collects the header fields of a request (RFC 9113 section 8.3) and converts them to a
/// Head. It formats them as an HTTP/1.1 header section and parses that, so both protocols
/// have the same limits, grammar and semantics, and a field value cannot inject a second line. Not
/// thread-safe.
class RequestHead {
 public:
  /// `limits` must outlive the object.
  explicit RequestHead(const HeadLimits& limits) : limits_(limits) {}

  /// Adds a field, in received order; pseudo-header fields come first. Returns false if the size
  /// limit is exceeded; Build() then fails.
  bool Add(std::string_view name, std::string_view value);

  /// Parses the complete header section. The views in the result point into this object.
  [[nodiscard]] Result<Head, Refusal> Build();

  /// Bytes stored in this object.
  [[nodiscard]] std::size_t size() const { return pseudo_.size() + cookies_.size() + text_.size(); }
  [[nodiscard]] bool too_large() const { return too_large_; }

 private:
  struct Part {
    std::size_t begin = 0;
    std::size_t length = std::string_view::npos;  ///< npos if not received
  };
  void SetPseudo(std::string_view name, std::string_view value);
  [[nodiscard]] std::string_view Text(const Part& part) const;
  void BeginText();

  const HeadLimits& limits_;
  std::string pseudo_;  ///< values of pseudo-header fields
  Part method_;
  Part path_;
  Part authority_;
  Part scheme_;
  bool too_large_ = false;
  std::string text_;
  std::string cookies_;
};

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

}  // namespace prichal::http::h2
