#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/codec/request.h"
#include "http/codec/request_head.h"

namespace prichal::http {

/// The chunk header of a chunk of `size` bytes: hex size and CRLF (RFC 9112 section 7.1). Send it,
/// the bytes, then kChunkEnd.
struct ChunkLine {
  ChunkLine() = default;
  explicit ChunkLine(std::size_t size);
  [[nodiscard]] std::string_view text() const { return {text_.data(), length_}; }

 private:
  std::array<char, 18> text_{};
  std::size_t length_ = 0;
};
/// Follows the bytes of each chunk.
inline constexpr std::string_view kChunkEnd = "\r\n";
/// Ends the body, without trailers.
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

/// Incremental decoder of chunked request bodies. Chunk extensions and trailer fields are parsed,
/// limited and discarded. Not thread-safe.
class ChunkedBody {
 public:
  /// `limit`: maximum decoded size in bytes; a larger body is a 413.
  explicit ChunkedBody(std::size_t limit) : limit_(limit) {}

  /// Result of Feed().
  struct Progress {
    std::size_t consumed = 0;  ///< all input unless `complete`
    bool complete = false;
  };
  /// Decodes `bytes` and appends the content to `body`. The error is the response to send.
  [[nodiscard]] Result<Progress, Refusal> Feed(std::string_view bytes, std::string& body);

 private:
  enum class At {
    kSize,
    kExtensionStart,
    kExtensionName,
    kExtensionValueStart,
    kExtensionValue,
    kQuoted,
    kQuotedPair,
    kQuotedEnd,
    kSizeLf,
    kData,
    kDataCr,
    kDataLf,
    kTrailerStart,
    kTrailerName,
    kTrailerValue,
    kTrailerLf,
    kFinalLf,
    kDone,
  };

  /// Processes one byte of framing. Returns false if it is invalid.
  [[nodiscard]] bool Step(char c);
  [[nodiscard]] bool StepSize(char c);
  [[nodiscard]] bool StepExtension(char c);
  /// After an extension: starts the next one or ends the line.
  [[nodiscard]] bool EndExtension(char c);
  [[nodiscard]] bool StepTrailer(char c);

  std::size_t limit_;
  At at_ = At::kSize;
  std::uint64_t left_ = 0;  ///< remaining bytes of the current chunk
  std::size_t digits_ = 0;
  std::size_t extra_ = 0;  ///< total bytes of extensions and trailers
};

/// Incremental parser of one request. Independent of sockets and clocks. Not thread-safe.
///
///    while (true) switch (reader.Read(input)) {
///      case kNeedMore: wait for bytes; break;
///      case kHead:     reader.AllowBody(limit for reader.head()); break;
///      case kComplete: use reader.request(), then a new reader for the rest of `input`; break;
///      case kRefused:  respond with reader.refusal(), close; break;
///    }
///
/// Copies nothing if a request arrives in one piece; all views then point into the bytes given to
/// the last Read(). Otherwise they point into the reader.
class RequestReader {
 public:
  /// `limits` must outlive the reader.
  explicit RequestReader(const HeadLimits& limits) : scanner_(limits) {}
  // Contains views into itself, so it cannot be moved.
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;
  ~RequestReader() = default;

  enum class Step { kNeedMore, kHead, kComplete, kRefused };

  /// Consumes the bytes of this request from the front of `input`.
  [[nodiscard]] Step Read(std::string_view& input);

  /// Sets the maximum body size in bytes. Call it after kHead, then continue with Read().
  void AllowBody(std::size_t limit);

  /// Valid after kHead.
  [[nodiscard]] const Head& head() const { return head_; }
  /// Valid after kComplete, while the input bytes and the reader live.
  [[nodiscard]] const Request& request() const { return head_.request; }
  /// Valid after kRefused.
  [[nodiscard]] const Refusal& refusal() const { return *refusal_; }

  /// Size of the completed part: the header section, or also the body.
  [[nodiscard]] std::size_t request_bytes() const {
    return head_view_.size() + head_.request.body.size();
  }

  /// Remaining body bytes while reading a body. Empty if chunked.
  [[nodiscard]] std::optional<std::uint64_t> body_left() const {
    if (head_.chunked) return std::nullopt;
    return head_.content_length - body_.size();
  }

  /// True after the first byte of the request.
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] bool reading_body() const { return phase_ == Phase::kBody; }
  /// Size of the buffered parts of the request. Only Read() increases it.
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
  bool kept_ = false;           ///< the header section is in head_bytes_
  std::string head_bytes_;      ///< a header section that arrived in pieces or waits for its body
  std::string_view head_view_;  ///< the complete header section, in the input or in head_bytes_
  std::string body_;
  Head head_;
  std::optional<ChunkedBody> chunked_;
  std::size_t body_limit_ = 0;
  std::optional<Refusal> refusal_;
};

}  // namespace prichal::http
