#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/refusal.h"

namespace prichal::http {

/// The line before a chunk of `size` bytes: hex and CRLF (RFC 9112 section 7.1). After the bytes
/// comes kChunkEnd.
struct ChunkLine {
  ChunkLine() = default;
  explicit ChunkLine(std::size_t size);
  [[nodiscard]] std::string_view text() const { return {text_.data(), length_}; }

 private:
  std::array<char, 18> text_{};
  std::size_t length_ = 0;
};
inline constexpr std::string_view kChunkEnd = "\r\n";
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

/// Takes the chunks off a request body, byte by byte, however they are cut. Chunk extensions and
/// trailer fields are read and dropped; both are bounded.
class ChunkedBody {
 public:
  /// `limit`: bytes of body; beyond it 413.
  explicit ChunkedBody(std::size_t limit) : limit_(limit) {}

  struct Progress {
    std::size_t consumed = 0;  ///< all of the bytes given unless `complete`
    bool complete = false;
  };
  /// Appends what it decodes to `body`.
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

  /// One byte of framing; false when it does not fit.
  [[nodiscard]] bool Step(char c);
  [[nodiscard]] bool StepSize(char c);
  [[nodiscard]] bool StepExtension(char c);
  /// Behind an extension: the next one, or the end of the line.
  [[nodiscard]] bool EndExtension(char c);
  [[nodiscard]] bool StepTrailer(char c);

  std::size_t limit_;
  At at_ = At::kSize;
  std::uint64_t left_ = 0;  ///< bytes of the chunk under way
  std::size_t digits_ = 0;
  std::size_t extra_ = 0;  ///< bytes of extensions and trailers so far
};

}  // namespace prichal::http
