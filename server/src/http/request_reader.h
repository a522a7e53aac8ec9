#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/chunked.h"
#include "http/head.h"
#include "http/head_scanner.h"
#include "http/refusal.h"

namespace prichal::http {

/// Reads one request out of bytes, however they are cut. Knows no socket and no time.
///
///     while (true) switch (reader.Read(input)) {
///       case kNeedMore: wait for bytes; break;
///       case kHead:     reader.AllowBody(limit for reader.head()); break;
///       case kComplete: use reader.request(), then a new reader for the rest of `input`; break;
///       case kRefused:  answer reader.refusal(), close; break;
///     }
///
/// Copies nothing when a request comes in one piece: then all views point into the bytes given to
/// the last Read(). Else they point into the reader.
class RequestReader {
 public:
  /// `limits` must outlive the reader.
  explicit RequestReader(const HeadLimits& limits) : scanner_(limits) {}
  // Views into itself: it stays where it is.
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;
  ~RequestReader() = default;

  enum class Step { kNeedMore, kHead, kComplete, kRefused };

  /// Takes what belongs to this request off the front of `input`.
  [[nodiscard]] Step Read(std::string_view& input);

  /// After kHead: the largest body, in bytes, that may follow. Then Read() goes on.
  void AllowBody(std::size_t limit);

  /// Valid after kHead.
  [[nodiscard]] const Head& head() const { return head_; }
  /// Valid after kComplete, until `input`'s bytes or the reader are gone.
  [[nodiscard]] const Request& request() const { return head_.request; }
  /// Valid after kRefused.
  [[nodiscard]] const Refusal& refusal() const { return *refusal_; }

  /// Of what is complete: the head, or head and body.
  [[nodiscard]] std::size_t request_bytes() const {
    return head_view_.size() + head_.request.body.size();
  }

  /// While it reads a body: how much is to come, where that was announced.
  [[nodiscard]] std::optional<std::uint64_t> body_left() const {
    if (head_.chunked) return std::nullopt;
    return head_.content_length - body_.size();
  }

  /// The first byte of the request has been seen.
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] bool reading_body() const { return phase_ == Phase::kBody; }
  /// Of a request that came in pieces: bytes kept here. Grows by Read() alone.
  [[nodiscard]] std::size_t held_bytes() const { return head_bytes_.size() + body_.size(); }

 private:
  enum class Phase { kHead, kAskLimit, kBody, kOver };

  [[nodiscard]] Step Refuse(const Refusal& refusal);
  [[nodiscard]] Step ReadHead(std::string_view& input);
  [[nodiscard]] Step ReadBody(std::string_view& input);
  [[nodiscard]] Step ReadSizedBody(std::string_view& input);
  [[nodiscard]] Step ReadChunkedBody(std::string_view& input);
  [[nodiscard]] Step Complete(std::string_view body);
  [[nodiscard]] bool KeepHead();

  HeadScanner scanner_;
  Phase phase_ = Phase::kHead;
  bool started_ = false;
  bool kept_ = false;           ///< the head lies in head_bytes_
  std::string head_bytes_;      ///< a head that came in pieces, or that waits for its body
  std::string_view head_view_;  ///< the complete head, wherever it lies
  std::string body_;
  Head head_;
  std::optional<ChunkedBody> chunked_;
  std::size_t body_limit_ = 0;
  std::optional<Refusal> refusal_;
};

}  // namespace prichal::http
