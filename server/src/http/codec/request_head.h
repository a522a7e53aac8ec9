#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "http/codec/request.h"

namespace prichal::http {

/// A parsed header section: the request, and the fields that determine its framing.
struct Head {
  Request request;  ///< without a body
  bool http11 = false;
  bool keep_alive = false;       ///< the connection can be reused after the response
  bool expect_continue = false;  ///< the client waits for 100 before it sends the body
  bool chunked = false;
  std::uint64_t content_length = 0;
};

/// Parses a complete header section that a HeadScanner has accepted. All views point into `bytes`.
/// Rejects: several Hosts, or none in HTTP/1.1; repeated Content-Length; Transfer-Encoding together
/// with Content-Length or in HTTP/1.0; codings other than chunked (501); versions other than 1.0
/// and 1.1 (505); expectations other than 100-continue (417). Any thread.
[[nodiscard]] Result<Head, Refusal> ParseHead(std::string_view bytes);

/// Size limits of a header section. Unlimited by default.
struct HeadLimits {
  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();

  std::size_t head = kNoBound;    ///< request line and fields together, in bytes
  std::size_t target = kNoBound;  ///< request target, in bytes
  std::size_t fields = kNoBound;  ///< number of field lines
};

/// Incremental scanner that finds the end of a header section and rejects invalid syntax (RFC 9112
/// sections 2.2, 3, 5). Rejects bare LF or CR, obs-fold, space before the colon, control characters
/// and exceeded limits. Processes each byte once. Interpretation is left to ParseHead(), which
/// relies on this scan. Not thread-safe; `limits` must outlive it.
class HeadScanner {
 public:
  explicit HeadScanner(const HeadLimits& limits) : limits_(&limits) {}

  /// Result of Scan().
  struct Progress {
    std::size_t consumed = 0;  ///< all input unless `complete`
    bool complete = false;     ///< the last consumed byte ends the header section
    std::optional<Refusal> refusal;
  };
  /// Scans the next bytes, which can be split anywhere.
  [[nodiscard]] Progress Scan(std::string_view bytes);

  /// Number of bytes of empty lines before the request line (RFC 9112 section 2.2).
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

  /// Returns the number of leading bytes that only extend the current element, and counts them.
  [[nodiscard]] std::size_t Lengthen(std::string_view bytes);
  [[nodiscard]] std::optional<Refusal> Step(unsigned char c);
  [[nodiscard]] std::optional<Refusal> StepRequestLine(unsigned char c);
  [[nodiscard]] std::optional<Refusal> StepField(unsigned char c);

  const HeadLimits* limits_;
  At at_ = At::kStart;
  std::size_t leading_ = 0;
  std::size_t size_ = 0;    ///< total bytes scanned
  std::size_t length_ = 0;  ///< length of the current method, target, version or field name
  std::size_t fields_ = 0;
};

}  // namespace prichal::http
