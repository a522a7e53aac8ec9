#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/head.h"
#include "http/head_scanner.h"

namespace prichal::http2 {

/// The fields of one request (RFC 9113 section 8.3) on their way to an http::Request. They are put
/// down as a head of HTTP/1.1 and read as one: the same limits, the same grammar and the same
/// meaning hold in both protocols, and a field that would be two lines is none.
class RequestHead {
 public:
  /// `limits` must outlive it.
  explicit RequestHead(const http::HeadLimits& limits) : limits_(limits) {}

  /// In the order of their coming; pseudo fields come first. False: it is not kept, because there
  /// is too much already; the head is refused when it is complete.
  bool Add(std::string_view name, std::string_view value);

  /// All fields have come. The views of the head point into this object.
  [[nodiscard]] Result<http::Head, http::Refusal> Finish();

  /// Bytes that are kept here.
  [[nodiscard]] std::size_t size() const { return pseudo_.size() + cookies_.size() + text_.size(); }
  [[nodiscard]] bool too_large() const { return too_large_; }

 private:
  struct Part {
    std::size_t begin = 0;
    std::size_t length = std::string_view::npos;  ///< npos: has not come
  };
  void SetPseudo(std::string_view name, std::string_view value);
  [[nodiscard]] std::string_view Of(const Part& part) const;
  void BeginText();

  const http::HeadLimits& limits_;
  std::string pseudo_;  ///< values of pseudo fields
  Part method_;
  Part path_;
  Part authority_;
  Part scheme_;
  bool too_large_ = false;
  std::string text_;
  std::string cookies_;
};

}  // namespace prichal::http2
