#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/codec/refusal.h"

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

}  // namespace prichal::http
