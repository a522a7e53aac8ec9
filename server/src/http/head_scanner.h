#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include "http/refusal.h"

namespace prichal::http {

/// What is not set is without a bound.
struct HeadLimits {
  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();

  std::size_t head = kNoBound;    ///< bytes of request line and fields together
  std::size_t target = kNoBound;  ///< bytes of the request target
  std::size_t fields = kNoBound;  ///< field lines
};

/// Finds the end of a request head and refuses what is none: bare LF and CR, obs-fold, space before
/// the colon, control characters, sizes (RFC 9112 sections 2.2, 3, 5). Sees each byte once, however
/// the bytes are cut. Knows no meaning: ParseHead() does, and takes the form for granted.
class HeadScanner {
 public:
  explicit HeadScanner(const HeadLimits& limits) : limits_(&limits) {}

  struct Progress {
    std::size_t consumed = 0;  ///< of the bytes given; all of them unless `complete`
    bool complete = false;     ///< the last consumed byte ends the head
    std::optional<Refusal> refusal;
  };
  [[nodiscard]] Progress Scan(std::string_view bytes);

  /// Empty lines before the request line (RFC 9112 section 2.2): bytes that are no part of it.
  [[nodiscard]] std::size_t leading() const { return leading_; }

 private:
  enum class At {
    kStart,
    kStartLf,
    kMethod,
    kTarget,
    kVersion,
    kLineLf,
    kFieldStart,
    kName,
    kValue,
    kFinalLf,
    kDone,
  };

  /// Takes the bytes at the front that change nothing but a length; gives their count.
  [[nodiscard]] std::size_t Lengthen(std::string_view bytes);
  [[nodiscard]] std::optional<Refusal> Step(unsigned char c);
  [[nodiscard]] std::optional<Refusal> StepRequestLine(unsigned char c);
  [[nodiscard]] std::optional<Refusal> StepField(unsigned char c);

  const HeadLimits* limits_;
  At at_ = At::kStart;
  std::size_t leading_ = 0;
  std::size_t size_ = 0;    ///< bytes seen
  std::size_t length_ = 0;  ///< of the method, target, version or field name under way
  std::size_t fields_ = 0;
};

}  // namespace prichal::http
